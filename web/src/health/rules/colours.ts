/** The colours of what a fridge reports (spec of fleet operations, section 4.3). Pure; the time is given. */
import type { FridgeHealth } from "../fridgeHealth";

/** `none` where the value has no colour, `unknown` where the fridge did not tell it. */
export type Tone = "green" | "orange" | "red" | "none" | "unknown";

/** Degrees Fahrenheit: green up to here, */
export const GOOD_TEMPERATURE = 38;
/** orange up to here, and red above. */
export const HIGHEST_TEMPERATURE = 41;
/** A network speed below it is good: seconds for the last probe. */
export const GOOD_NETWORK_SPEED = 0.5;
/** The one state in which the vending machine sells. */
export const READY = "STATUS_0_READY";
/** How long a hold that has ended is still pointed out. */
export const RECENT = 24 * 60 * 60 * 1000;

export function temperatureTone(temperature: number | null | undefined): Tone {
  if (typeof temperature !== "number") return "unknown";
  if (temperature <= GOOD_TEMPERATURE) return "green";
  return temperature <= HIGHEST_TEMPERATURE ? "orange" : "red";
}

export function vendingStateTone(state: string | null | undefined): Tone {
  if (!state) return "unknown";
  return state === READY ? "green" : "red";
}

/** None is red: a fridge that cannot measure its network has none. */
export function networkSpeedTone(speed: FridgeHealth["networkSpeed"]): Tone {
  const previous = speed?.previousSpeed;
  if (typeof previous !== "number") return "red";
  return previous < GOOD_NETWORK_SPEED ? "green" : "orange";
}

/** Out of order and safety hold: red while it lasts, orange for a day after it. */
export function holdTone(held: boolean | null | undefined, changedAt: string | null | undefined, now: number): Tone {
  if (typeof held !== "boolean") return "unknown";
  if (held) return "red";
  return changedAt && now - Date.parse(changedAt) < RECENT ? "orange" : "green";
}

/** What should be connected. */
export function connectionTone(connected: boolean | null | undefined): Tone {
  if (typeof connected !== "boolean") return "unknown";
  return connected ? "green" : "red";
}

/** What should not be: inaccessible, an active ticket. */
export function troubleTone(troubled: boolean | null | undefined): Tone {
  if (typeof troubled !== "boolean") return "unknown";
  return troubled ? "red" : "green";
}
