import { ageOf } from "../../ui/age";
import { businessTime } from "../../ui/businessTime";
import type { FridgeHealth } from "../fridgeHealth";
import { isSilent, lastHeard } from "../rules/silence";
import { ToneMark } from "../ToneMark";

interface Props {
  readonly health: FridgeHealth;
  readonly now: number;
}

/** How old what is shown is; a fridge that is silent is said to be. */
export function ReportAge({ health, now }: Props) {
  const silent = isSilent(health, now);
  const text = `reported ${ageOf(lastHeard(health), now)}`;
  return (
    <span title={businessTime(health.timestamp)}>
      <ToneMark tone={silent ? "red" : "none"}>{silent ? `Silent: ${text}` : text}</ToneMark>
    </span>
  );
}
