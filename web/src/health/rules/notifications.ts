/** Labels of alert notifications, and the conversion between a rule and the values of its form. */
import type { FieldError } from "../../api/errors";
import type {
  AlertNoticeOutcome,
  AlertShift,
  AlertSubscriptionInput,
  AlertTargetKind,
  AlertTargetState,
  FridgeAlertKind,
  Market,
  Weekday as ShiftDay,
} from "../../api/schema";
import { dayName, WEEKDAYS, type Weekday } from "../../lib/weekdays";
import { MARKETS } from "../../routes/market";
import { ALERT_KINDS, alertKindLabel } from "./alerts";

/** In characters. */
export const MAX_NAME_LENGTH = 80;
/** In minutes. */
export const ESCALATION_MINUTES = { min: 5, max: 1440 };

export const TARGET_KINDS = [
  ["EMAIL", "Email"],
  ["WEBHOOK", "Webhook"],
] as const satisfies readonly (readonly [AlertTargetKind, string])[];

export const KIND_LABELS = ALERT_KINDS.map(({ label }) => label);

export const TARGET_STATES = {
  NEW: { label: "Not set up yet", tone: "neutral" },
  PENDING: { label: "Waiting for confirmation", tone: "warning" },
  CONFIRMED: { label: "Confirmed", tone: "positive" },
  ENDED: { label: "Not confirmed or unsubscribed", tone: "negative" },
} as const satisfies Record<AlertTargetState, { readonly label: string; readonly tone: string }>;

/** The result of a test message to one receiver. */
export function testResultText(address: string, outcome: AlertNoticeOutcome): string {
  if (outcome === "SENT") return `Test message sent to ${address}`;
  if (outcome === "UNCONFIRMED")
    return `${address} must confirm first. Ask the receiver to open the link in the confirmation.`;
  return `The test message to ${address} could not be sent. Try again in a minute.`;
}

/** A shift such as "Mon, Tue 22:00–06:00"; "Always" without one. */
export function shiftText(shift: AlertShift | null): string {
  if (!shift) return "Always";
  const days = WEEKDAYS.filter((day) => shift.days.includes(shiftDay(day)));
  const names = days.length === WEEKDAYS.length ? "Every day" : days.map((day) => dayName(day).slice(0, 3)).join(", ");
  return `${names} ${shift.from}–${shift.until}`;
}

const SHIFT_DAYS: Record<Weekday, ShiftDay> = {
  monday: "MONDAY",
  tuesday: "TUESDAY",
  wednesday: "WEDNESDAY",
  thursday: "THURSDAY",
  friday: "FRIDAY",
  saturday: "SATURDAY",
  sunday: "SUNDAY",
};

function shiftDay(day: Weekday): ShiftDay {
  return SHIFT_DAYS[day];
}

/** The values of the form of a rule. */
export interface SubscriptionValues {
  readonly name: string;
  readonly regions: readonly string[];
  /** Labels of kinds. */
  readonly kinds: readonly string[];
  readonly when: "always" | "shift";
  readonly days: Readonly<Record<Weekday, number>>;
  readonly from: string;
  readonly until: string;
  readonly targetKind: AlertTargetKind;
  readonly address: string;
  readonly escalates: boolean;
  readonly afterMinutes: string;
  readonly escalationKind: AlertTargetKind;
  readonly escalationAddress: string;
  readonly notifyCleared: boolean;
}

type Subscription = Omit<AlertSubscriptionInput, "id" | "version">;

/** The values of the form for a stored rule, or for a new one. */
export function valuesOf(subscription: Subscription | null): SubscriptionValues {
  const { shift, escalation } = subscription ?? {};
  const isShiftDay = (day: Weekday, index: number) => (shift ? shift.days.includes(shiftDay(day)) : index < 5);
  const days = WEEKDAYS.map((day, index) => [day, isShiftDay(day, index) ? 1 : 0] as const);
  return {
    name: subscription?.name ?? "",
    regions: subscription?.regions ?? [],
    kinds: subscription?.kinds?.map(alertKindLabel) ?? [],
    when: shift ? "shift" : "always",
    days: { ...NO_DAYS, ...Object.fromEntries(days) },
    from: shift?.from ?? "22:00",
    until: shift?.until ?? "06:00",
    targetKind: subscription?.target.kind ?? "EMAIL",
    address: subscription?.target.address ?? "",
    escalates: Boolean(escalation),
    afterMinutes: String(escalation?.afterMinutes ?? 15),
    escalationKind: escalation?.target.kind ?? "EMAIL",
    escalationAddress: escalation?.target.address ?? "",
    notifyCleared: subscription?.notifyCleared ?? true,
  };
}

const NO_DAYS: Readonly<Record<Weekday, number>> = {
  monday: 0,
  tuesday: 0,
  wednesday: 0,
  thursday: 0,
  friday: 0,
  saturday: 0,
  sunday: 0,
};

/** The errors of a form's values by field. The server checks addresses in detail. */
export function valueErrors(values: SubscriptionValues): readonly FieldError[] {
  const errors: FieldError[] = [];
  const report = (field: keyof SubscriptionValues, message: string | undefined) => {
    if (message) errors.push({ field, message });
  };
  const name = values.name.trim();
  report("name", name === "" ? "Enter a name" : undefined);
  if (values.when === "shift") {
    report("days", WEEKDAYS.some((day) => values.days[day] === 1) ? undefined : "Select at least one day");
    report("from", values.from ? undefined : "Enter a time");
    report("until", values.until ? undefined : "Enter a time");
  }
  report("address", addressError(values.targetKind, values.address));
  if (values.escalates) {
    const minutes = Number(values.afterMinutes);
    const { min, max } = ESCALATION_MINUTES;
    const isValid = Number.isInteger(minutes) && minutes >= min && minutes <= max;
    report("afterMinutes", isValid ? undefined : `Enter ${min} to ${max} minutes`);
    report("escalationAddress", addressError(values.escalationKind, values.escalationAddress));
  }
  return errors;
}

function addressError(kind: AlertTargetKind, address: string): string | undefined {
  const text = address.trim();
  if (kind === "EMAIL") return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text) ? undefined : "Enter an email address";
  return /^https:\/\/[^/\s]+\.[^/\s]+/.test(text) ? undefined : "Enter a URL that starts with https://";
}

/** The rule that a form's values describe. */
export function subscriptionOf(values: SubscriptionValues): Subscription {
  const kinds: FridgeAlertKind[] = ALERT_KINDS.filter(({ label }) => values.kinds.includes(label)).map(
    ({ kind }) => kind,
  );
  const regions: Market[] = MARKETS.filter((market) => values.regions.includes(market));
  return {
    name: values.name.trim(),
    regions,
    kinds,
    shift:
      values.when === "shift"
        ? {
            days: WEEKDAYS.filter((day) => values.days[day] === 1).map(shiftDay),
            from: values.from,
            until: values.until,
          }
        : null,
    target: { kind: values.targetKind, address: values.address.trim() },
    escalation: values.escalates
      ? {
          afterMinutes: Number(values.afterMinutes),
          target: { kind: values.escalationKind, address: values.escalationAddress.trim() },
        }
      : null,
    notifyCleared: values.notifyCleared,
  };
}

const SERVER_FIELDS: Record<string, keyof SubscriptionValues> = {
  "input.name": "name",
  "input.shift.days": "days",
  "input.shift.from": "from",
  "input.shift.until": "until",
  "input.target.address": "address",
  "input.escalation.afterMinutes": "afterMinutes",
  "input.escalation.target.address": "escalationAddress",
};

/** The form's field for a field of the server. */
export function formField(field: string): string {
  return SERVER_FIELDS[field] ?? field;
}

/** The lengths of a snooze, in hours. */
export const SNOOZE_HOURS = [
  { value: "1", label: "1 hour" },
  { value: "4", label: "4 hours" },
  { value: "8", label: "8 hours" },
  { value: "24", label: "1 day" },
  { value: "72", label: "3 days" },
] as const;

/** When a snooze of this length ends, in UTC. */
export function snoozeEnd(hours: string, now: number): string {
  return new Date(now + Number(hours) * 3_600_000).toISOString();
}
