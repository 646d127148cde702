/** Formats attribute values for the detail table, scheduled changes and the history. */
import { formatDay, formatPercent } from "../../lib/formats";
import { WEEKDAYS, dayName, type Weekday, type WeekTimes } from "../../lib/weekdays";
import type { Address } from "../../api/schema";
import { summarizeHours } from "./hours";
import { paymentGatewayLabel, timeZoneOf } from "./options";

const NOT_SET = "Not set";

const yesNo = (value: unknown) => (Number(value) === 1 ? "Yes" : "No");
const percent = (value: unknown) => formatPercent(String(value));

const day = (value: unknown) => formatDay(String(value));

/** 'street, city, state zip'. */
function address(value: unknown): string {
  const { street, city, state, zipCode } = value as Address;
  return `${street}, ${city}, ${state} ${zipCode}`;
}

function stockingDays(value: unknown): string {
  const days = WEEKDAYS.filter((weekday) => (value as Record<Weekday, number>)[weekday] === 1);
  return days.map((weekday) => dayName(weekday).slice(0, 3)).join(", ") || "Never";
}

function reasons(value: unknown): string {
  return Object.entries(value as Record<string, unknown>)
    .map(([attribute, reason]) => `${attribute}: ${String(reason)}`)
    .join("; ");
}

const FORMATS: Readonly<Record<string, (value: unknown) => string>> = {
  address,
  covid19: yesNo,
  holidayScreenEnabled: yesNo,
  holidayScreenStartDate: day,
  holidayScreenEndDate: day,
  layoutName: (value) => (value === "dummy" ? "Default" : String(value)),
  onlineDate: day,
  paymentGateway: (value) => paymentGatewayLabel(String(value)),
  percentage: percent,
  prod: yesNo,
  reserve: yesNo,
  stockingSchedule: stockingDays,
  taxRate: percent,
  timeZone: (value) => timeZoneOf(String(value)).label,
  updateReason: reasons,
  workHours: (value) => summarizeHours(value as WeekTimes).trim() || "Closed",
};

export function formatValue(attribute: string, value: unknown): string {
  const text = toInputText(value);
  return text === "" ? NOT_SET : (FORMATS[attribute]?.(value) ?? text);
}

/** The value as text for an input: empty if it is not set, JSON for an object. */
export function toInputText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
