/** Hours of planograms as people read them: in Central time, with the year. */
const format = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Chicago",
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** 'Mon, Nov 23, 2026, 5:00 AM CST'; what is no instant is answered as it came. */
export function hourText(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : format.format(date).replace("\u202f", " ");
}
