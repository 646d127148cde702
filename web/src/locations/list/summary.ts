/** The age of the list as text. */
import { browserZone, formatDateTime, formatNumber, formatTime } from "../../lib/formats";
import type { Fleet } from "./fleet";

/** 'as of 5:02 AM CST, refreshing…' */
export function ageText({ asOf, quick }: Fleet, refreshing: boolean, now: number): string {
  const suffix = refreshing ? ", refreshing…" : "";
  if (asOf === null) return refreshing ? "loading the rest…" : "not all loaded";
  const all = clock(asOf, now);
  const newer = quick && clock(quick.at, now);
  const some = quick && newer !== all ? `, ${formatNumber(quick.count)} of them as of ${newer}` : "";
  return `as of ${all}${some}${suffix}`;
}

function clock(at: number, now: number): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return (sameDay ? formatTime : formatDateTime)(at, { zone: browserZone() });
}
