/** Compares a stored location with the request that created it. */
import type { Location } from "../../api/schema";
import { WEEKDAYS, type WeekTimes } from "../../lib/weekdays";
import type { NewLocation } from "./create";
import type { StockingDays } from "./effects";
import { summarizeHours } from "./hours";

type Comparison = (sent: unknown, stored: Location) => boolean;

/** Text for the comparison. A missing optional value counts as empty text. */
function toText(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}

const text =
  (read: (stored: Location) => unknown): Comparison =>
  (sent, stored) =>
    toText(sent) === toText(read(stored));

/** Compares numerically, because 2.250 is stored as 2.25. */
const number =
  (field: keyof Location): Comparison =>
  (sent, stored) =>
    toText(sent) === "" || Number(sent) === Number(stored[field]);

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  street: text(({ address }) => address.street),
  city: text(({ address }) => address.city),
  state: text(({ address }) => address.state),
  zipCode: text(({ address }) => address.zipCode),
  route: (sent, { route }) => toText(sent).toLowerCase() === toText(route),
  stockingSchedule: (sent, { stockingSchedule }) =>
    WEEKDAYS.every((day) => Number((sent as StockingDays)[day]) === stockingSchedule[day]),
  workHours: (sent, { hours }) => summarizeHours(sent as WeekTimes) === hours,
  ...Object.fromEntries(
    (
      [
        "baseCommission",
        "holidayScreenEnabled",
        "holidayScreenFridgeSpecific",
        "latitude",
        "longitude",
        "percentage",
        "prod",
        "reserve",
        "stop",
        "taxRate",
      ] as const
    ).map((field) => [field, number(field)]),
  ),
};

/** Whether the location has all sent values and has not been changed since. */
export function matchesRequest(sent: NewLocation, stored: Location): boolean {
  return (
    stored.version === 1 &&
    Object.entries(sent).every(([field, value]) =>
      (COMPARISONS[field] ?? text((location) => location[field as keyof Location]))(value, stored),
    )
  );
}
