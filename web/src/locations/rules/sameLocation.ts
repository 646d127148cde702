/** Whether a stored location is what somebody sent to be created. */
import type { Location } from "../../api/schema";
import type { NewLocation } from "./create";
import type { StockingDays } from "./effects";
import { WEEKDAYS, summarizeHours, type WorkHours } from "./hours";

type Same = (sent: unknown, stored: Location) => boolean;

/** Optional texts are null where the location has none. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}

const text =
  (read: (stored: Location) => unknown): Same =>
  (sent, stored) =>
    textOf(sent) === textOf(read(stored));

/** 2.250 is 2.25. */
const number =
  (field: keyof Location): Same =>
  (sent, stored) =>
    textOf(sent) === "" || Number(sent) === Number(stored[field]);

const NOT_AS_TEXT: Readonly<Record<string, Same>> = {
  street: text(({ address }) => address.street),
  city: text(({ address }) => address.city),
  state: text(({ address }) => address.state),
  zipCode: text(({ address }) => address.zipCode),
  route: (sent, { route }) => textOf(sent).toLowerCase() === textOf(route),
  stockingSchedule: (sent, { stockingSchedule }) =>
    WEEKDAYS.every((day) => Number((sent as StockingDays)[day]) === stockingSchedule[day]),
  workHours: (sent, { hours }) => summarizeHours(sent as WorkHours) === hours,
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

/** Nobody has changed it since, and all that was sent is in it. */
export function isAsSent(sent: NewLocation, stored: Location): boolean {
  return (
    stored.version === 1 &&
    Object.entries(sent).every(([field, value]) =>
      (NOT_AS_TEXT[field] ?? text((location) => location[field as keyof Location]))(value, stored),
    )
  );
}
