import { Tag } from "../../ui/Tag";
import { formatDelay } from "../rules/delay";

/** From this many minutes on, a route is shown as far behind. */
const FAR_BEHIND = 30;

/** How far a route is behind (STK-9). Nothing is shown if that is unknown. */
export function DelayTag({ minutes }: { readonly minutes: number | null }) {
  if (minutes === null) return null;
  const tone = minutes >= FAR_BEHIND ? "negative" : minutes > 0 ? "warning" : "positive";
  return <Tag tone={tone}>{formatDelay(minutes)}</Tag>;
}
