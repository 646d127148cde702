/** What is told of a fridge's health: each attribute's label, its value as people read it, and its colour. Pure. */
import { timeZoneOf } from "../../locations/rules/options";
import { businessTime } from "../../ui/businessTime";
import type { FridgeHealth } from "../fridgeHealth";
import { connectionTone, holdTone, networkSpeedTone, temperatureTone, troubleTone, vendingStateTone } from "./colours";
import type { Tone } from "./colours";
import { degrees } from "./degrees";
import { isSilent } from "./silence";

/** Of an attribute that the fridge did not tell. */
export const NOT_TOLD = "Unknown";

export interface AttributeValue {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly tone: Tone;
}

interface Attribute {
  readonly name: string;
  readonly label: string;
  /** Nothing where the fridge did not tell it. */
  readonly value: (health: FridgeHealth) => string | null;
  readonly tone?: (health: FridgeHealth, now: number) => Tone;
  /** Whether the row is shown; always, where it does not say. */
  readonly shown?: (health: FridgeHealth) => boolean;
}

type Flag = "inaccessible" | "hdmi" | "elo" | "cardReader" | "electricalLayout" | "activeTicket";

const yesOrNo = (value: boolean | null) => (value === null ? null : value ? "Yes" : "No");
const instant = (value: string | null) => (value === null ? null : businessTime(value));
const connection = (name: Flag, label: string): Attribute => ({
  name,
  label,
  value: (health) => yesOrNo(health[name]),
  tone: (health) => connectionTone(health[name]),
});
const trouble = (name: Flag, label: string): Attribute => ({
  name,
  label,
  value: (health) => yesOrNo(health[name]),
  tone: (health) => troubleTone(health[name]),
});

const ATTRIBUTES: readonly Attribute[] = [
  {
    name: "temperature",
    label: "Temperature",
    value: ({ temperature }) => degrees(temperature),
    tone: ({ temperature }) => temperatureTone(temperature),
  },
  { name: "temperatureSetpoint", label: "Setpoint", value: ({ temperatureSetpoint }) => degrees(temperatureSetpoint) },
  {
    name: "jofemarState",
    label: "Vending state",
    value: ({ jofemarState }) => jofemarState,
    tone: ({ jofemarState }) => vendingStateTone(jofemarState),
  },
  {
    name: "outOfOrder",
    label: "Out of order",
    value: ({ outOfOrder }) => yesOrNo(outOfOrder),
    tone: ({ outOfOrder, outOfOrderTs }, now) => holdTone(outOfOrder, outOfOrderTs, now),
  },
  {
    name: "outOfOrderTs",
    label: "Out of order since",
    value: ({ outOfOrderTs }) => instant(outOfOrderTs),
    shown: ({ outOfOrder }) => outOfOrder === true,
  },
  {
    name: "safetyHold",
    label: "Safety hold",
    value: ({ safetyHold }) => yesOrNo(safetyHold),
    tone: ({ safetyHold, safetyHoldTs }, now) => holdTone(safetyHold, safetyHoldTs, now),
  },
  {
    name: "safetyHoldTs",
    label: "Safety hold since",
    value: ({ safetyHoldTs }) => instant(safetyHoldTs),
    shown: ({ safetyHold }) => safetyHold === true,
  },
  trouble("inaccessible", "Inaccessible"),
  trouble("activeTicket", "Active ticket"),
  { name: "allReasons", label: "Reasons", value: ({ allReasons }) => allReasons.join(", ") || "None" },
  connection("hdmi", "HDMI connected"),
  connection("elo", "ELO (touchscreen) connected"),
  connection("cardReader", "Card reader connected"),
  connection("electricalLayout", "Electrical layout"),
  {
    name: "networkSpeed",
    label: "Network speed",
    value: ({ networkSpeed }) => seconds(networkSpeed?.previousSpeed),
    tone: ({ networkSpeed }) => networkSpeedTone(networkSpeed),
  },
  { name: "serverVersion", label: "Server version", value: ({ serverVersion }) => serverVersion },
  {
    name: "recycleDoorState",
    label: "Recycle door",
    value: ({ recycleDoorState: door }) => (door ? parts(door.doorState, door.lockState) : null),
  },
  {
    name: "sundryDoorState",
    label: "Sundry door",
    value: ({ sundryDoorState: door }) => (door ? parts(door.doorState, door.lockState) : null),
  },
  {
    name: "liteFridgeState",
    label: "Lite fridge",
    value: ({ liteFridgeState: lite }) =>
      lite
        ? parts(
            lite.status,
            named("top latch", lite.topShellLatchState),
            named("bottom latch", lite.bottomShellLatchState),
            named("shell lock", lite.shellLockState),
          )
        : null,
  },
  { name: "connectedLayout", label: "Connected slots", value: ({ connectedLayout }) => slots(connectedLayout) },
  { name: "timezone", label: "Time zone", value: ({ timezone }) => (timezone ? timeZoneOf(timezone).label : null) },
  {
    name: "timestamp",
    label: "Reported",
    value: ({ timestamp }) => businessTime(timestamp),
    tone: (health, now) => (isSilent(health, now) ? "red" : "none"),
  },
];

/** All attributes that a table can have, in its order. */
export const ATTRIBUTE_LABELS: readonly Pick<AttributeValue, "name" | "label">[] = ATTRIBUTES;

/**
 * The rows of a fridge's table, in the order in which they matter to who stands before it. Since when a state holds is
 * left out where it does not hold.
 */
export function attributesOf(health: FridgeHealth, now: number): readonly AttributeValue[] {
  return ATTRIBUTES.filter(({ shown }) => shown?.(health) ?? true).map(({ name, label, value, tone }) => {
    const told = value(health);
    const own = tone?.(health, now);
    if (own === undefined) return { name, label, value: told ?? NOT_TOLD, tone: told === null ? "unknown" : "none" };
    return { name, label, value: told ?? NOT_TOLD, tone: own };
  });
}

/** '0.21 s', and 'None' of a fridge without a network. */
function seconds(value: number | null | undefined): string {
  return typeof value === "number" ? `${value.toFixed(2)} s` : "None";
}

function named(name: string, value: string | null): string | null {
  return value ? `${name} ${value}` : null;
}

function parts(...values: readonly (string | null)[]): string | null {
  return values.filter(Boolean).join(", ") || null;
}

/** '12 in 3 rows'. */
function slots(layout: FridgeHealth["connectedLayout"]): string | null {
  if (!layout) return null;
  const count = layout.reduce((sum, row) => sum + row.length, 0);
  return `${count} in ${layout.length} ${layout.length === 1 ? "row" : "rows"}`;
}
