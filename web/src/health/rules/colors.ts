/** The colors of reported values (HLT-11). */
import { GREEN_MAX_TEMPERATURE, ORANGE_MAX_TEMPERATURE } from "../../lib/formats";
import type { FridgeHealth } from "../fridgeHealth";

/** `none` for a value without a color rule, `unknown` for a value that the fridge did not report. */
export type Tone = "green" | "orange" | "red" | "none" | "unknown";

/** The network is slow (orange) from this time on, in seconds for the last probe. */
export const SLOW_NETWORK_SECONDS = 0.5;
/** The only state in which the vending machine sells. */
export const READY_STATE = "STATUS_0_READY";
/** How long a value stays orange after a hold has ended, in milliseconds. */
export const RECENT_CHANGE_PERIOD = 24 * 60 * 60 * 1000;

export function temperatureTone(temperature: number | null | undefined): Tone {
  if (typeof temperature !== "number") return "unknown";
  if (temperature <= GREEN_MAX_TEMPERATURE) return "green";
  return temperature <= ORANGE_MAX_TEMPERATURE ? "orange" : "red";
}

export function vendingStateTone(state: string | null | undefined): Tone {
  if (!state) return "unknown";
  return state === READY_STATE ? "green" : "red";
}

/** A missing speed is red: a fridge that cannot measure its network has no connection. */
export function networkSpeedTone(speed: FridgeHealth["networkSpeed"]): Tone {
  const previous = speed?.previousSpeed;
  if (typeof previous !== "number") return "red";
  return previous < SLOW_NETWORK_SECONDS ? "green" : "orange";
}

/** Out of order and safety hold: red while active, orange for a day after the end. */
export function holdTone(active: boolean | null | undefined, changedAt: string | null | undefined, now: number): Tone {
  if (typeof active !== "boolean") return "unknown";
  if (active) return "red";
  return changedAt && now - Date.parse(changedAt) < RECENT_CHANGE_PERIOD ? "orange" : "green";
}

/** For connections: true is green. */
export function connectionTone(connected: boolean | null | undefined): Tone {
  if (typeof connected !== "boolean") return "unknown";
  return connected ? "green" : "red";
}

/** For faults such as inaccessible or an active ticket: true is red. */
export function faultTone(hasFault: boolean | null | undefined): Tone {
  if (typeof hasFault !== "boolean") return "unknown";
  return hasFault ? "red" : "green";
}
