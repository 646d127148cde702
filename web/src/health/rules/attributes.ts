/** The attributes of a fridge's health: label, formatted value and color. */
import { formatDateTimeWithCentral, formatSeconds, formatTemperature } from "../../lib/formats";
import { timeZoneOf } from "../../locations/rules/options";
import type { FridgeHealth } from "../fridgeHealth";
import { connectionTone, holdTone, networkSpeedTone, temperatureTone, faultTone, vendingStateTone } from "./colors";
import type { Tone } from "./colors";
import { isSilent } from "./silence";

/** The value of an attribute that the fridge did not report. */
export const UNKNOWN_VALUE = "Unknown";

export interface AttributeValue {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly tone: Tone;
}

interface Attribute {
  readonly name: string;
  readonly label: string;
  /** Null if the fridge did not report it. */
  readonly value: (health: FridgeHealth) => string | null;
  readonly tone?: (health: FridgeHealth, now: number) => Tone;
  /** Whether the row is visible; visible if omitted. */
  readonly visible?: (health: FridgeHealth) => boolean;
}

type Flag = "inaccessible" | "hdmi" | "elo" | "cardReader" | "electricalLayout" | "activeTicket";

const formatYesNo = (value: boolean | null) => (value === null ? null : value ? "Yes" : "No");
/** In the fridge's time zone and in Central time. */
const formatInstant = (value: string | null, { timezone }: Pick<FridgeHealth, "timezone">) =>
  value === null ? null : formatDateTimeWithCentral(value, { zone: timeZoneOf(timezone ?? "").iana });
const connection = (name: Flag, label: string): Attribute => ({
  name,
  label,
  value: (health) => formatYesNo(health[name]),
  tone: (health) => connectionTone(health[name]),
});
const fault = (name: Flag, label: string): Attribute => ({
  name,
  label,
  value: (health) => formatYesNo(health[name]),
  tone: (health) => faultTone(health[name]),
});

const ATTRIBUTES: readonly Attribute[] = [
  {
    name: "temperature",
    label: "Temperature",
    value: ({ temperature }) => formatTemperature(temperature),
    tone: ({ temperature }) => temperatureTone(temperature),
  },
  {
    name: "temperatureSetpoint",
    label: "Setpoint",
    value: ({ temperatureSetpoint }) => formatTemperature(temperatureSetpoint),
  },
  {
    name: "jofemarState",
    label: "Vending state",
    value: ({ jofemarState }) => jofemarState,
    tone: ({ jofemarState }) => vendingStateTone(jofemarState),
  },
  {
    name: "outOfOrder",
    label: "Out of order",
    value: ({ outOfOrder }) => formatYesNo(outOfOrder),
    tone: ({ outOfOrder, outOfOrderTs }, now) => holdTone(outOfOrder, outOfOrderTs, now),
  },
  {
    name: "outOfOrderTs",
    label: "Out of order since",
    value: (health) => formatInstant(health.outOfOrderTs, health),
    visible: ({ outOfOrder }) => outOfOrder === true,
  },
  {
    name: "safetyHold",
    label: "Safety hold",
    value: ({ safetyHold }) => formatYesNo(safetyHold),
    tone: ({ safetyHold, safetyHoldTs }, now) => holdTone(safetyHold, safetyHoldTs, now),
  },
  {
    name: "safetyHoldTs",
    label: "Safety hold since",
    value: (health) => formatInstant(health.safetyHoldTs, health),
    visible: ({ safetyHold }) => safetyHold === true,
  },
  fault("inaccessible", "Inaccessible"),
  fault("activeTicket", "Active ticket"),
  { name: "allReasons", label: "Reasons", value: ({ allReasons }) => allReasons.join(", ") || "None" },
  connection("hdmi", "HDMI connected"),
  connection("elo", "ELO (touchscreen) connected"),
  connection("cardReader", "Card reader connected"),
  connection("electricalLayout", "Electrical layout"),
  {
    name: "networkSpeed",
    label: "Network speed",
    // A fridge without a speed has no connection.
    value: ({ networkSpeed }) =>
      typeof networkSpeed?.previousSpeed === "number" ? formatSeconds(networkSpeed.previousSpeed) : "None",
    tone: ({ networkSpeed }) => networkSpeedTone(networkSpeed),
  },
  { name: "serverVersion", label: "Server version", value: ({ serverVersion }) => serverVersion },
  {
    name: "recycleDoorState",
    label: "Recycle door",
    value: ({ recycleDoorState: door }) => (door ? joinParts(door.doorState, door.lockState) : null),
  },
  {
    name: "sundryDoorState",
    label: "Sundry door",
    value: ({ sundryDoorState: door }) => (door ? joinParts(door.doorState, door.lockState) : null),
  },
  {
    name: "liteFridgeState",
    label: "Lite fridge",
    value: ({ liteFridgeState: lite }) =>
      lite
        ? joinParts(
            lite.status,
            labeled("top latch", lite.topShellLatchState),
            labeled("bottom latch", lite.bottomShellLatchState),
            labeled("shell lock", lite.shellLockState),
          )
        : null,
  },
  { name: "connectedLayout", label: "Connected slots", value: ({ connectedLayout }) => formatSlots(connectedLayout) },
  { name: "timezone", label: "Time zone", value: ({ timezone }) => (timezone ? timeZoneOf(timezone).label : null) },
  {
    name: "timestamp",
    label: "Reported",
    value: (health) => formatInstant(health.timestamp, health),
    tone: (health, now) => (isSilent(health, now) ? "red" : "none"),
  },
];

/** All attributes, in the order of the table. */
export const ATTRIBUTE_LABELS: readonly Pick<AttributeValue, "name" | "label">[] = ATTRIBUTES;

/**
 * Returns the rows of a fridge's table, most important first. Omits "since" rows of states that are not active.
 */
export function attributesOf(health: FridgeHealth, now: number): readonly AttributeValue[] {
  return ATTRIBUTES.filter(({ visible }) => visible?.(health) ?? true).map(({ name, label, value, tone }) => {
    const reported = value(health);
    const ruleTone = tone?.(health, now);
    const defaultTone = reported === null ? "unknown" : "none";
    return { name, label, value: reported ?? UNKNOWN_VALUE, tone: ruleTone ?? defaultTone };
  });
}

function labeled(name: string, value: string | null): string | null {
  return value ? `${name} ${value}` : null;
}

function joinParts(...values: readonly (string | null)[]): string | null {
  return values.filter(Boolean).join(", ") || null;
}

/** Formats a layout as `12 in 3 rows`. */
function formatSlots(layout: FridgeHealth["connectedLayout"]): string | null {
  if (!layout) return null;
  const count = layout.reduce((sum, row) => sum + row.length, 0);
  return `${count} in ${layout.length} ${layout.length === 1 ? "row" : "rows"}`;
}
