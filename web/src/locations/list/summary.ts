/** The count and the age of the list as text. */
import type { Fleet } from "./fleet";

const count = new Intl.NumberFormat("en-US");
const time = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZoneName: "short" });
const dayAndTime = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** '37 of 2,312'. */
export function countText(shown: number, total: number): string {
  return `${count.format(shown)} of ${count.format(total)}`;
}

/** 'as of 5:02 AM CST, refreshing…' */
export function ageText({ asOf, quick }: Fleet, refreshing: boolean, now: number): string {
  const suffix = refreshing ? ", refreshing…" : "";
  if (asOf === null) return refreshing ? "loading the rest…" : "not all loaded";
  const all = clock(asOf, now);
  const newer = quick && clock(quick.at, now);
  const some = quick && newer !== all ? `, ${count.format(quick.count)} of them as of ${newer}` : "";
  return `as of ${all}${some}${suffix}`;
}

function clock(at: number, now: number): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  // Some systems put a narrow no-break space before AM, which breaks searching and copying.
  return (sameDay ? time : dayAndTime).format(at).replace("\u202f", " ");
}
