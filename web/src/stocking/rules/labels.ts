/** Labels of stop statuses (STK-4) and vending states (STK-5). "Decommision" is the required spelling. */
import type { StopStatus } from "./stopStatus";

export const STATUS_LABELS: Readonly<Record<StopStatus, string>> = {
  NOT_STARTED: "Not Started",
  VAN_TEMPERATURE_SET: "Van Temperature Set",
  IN_PROGRESS: "In Progress",
  INCOMPLETE: "Incomplete",
  COMPLETED: "Completed",
  UNREACHABLE_INCOMPLETE: "Unreachable Incomplete",
  UNREACHABLE_COMPLETE: "Unreachable Complete",
  CLEAROUT_COMPLETE: "Removal Complete",
  CLEAROUT_DECOMMISSION_COMPLETE: "Decommision Complete",
};

const VENDING_STATES: Readonly<Record<string, string>> = {
  STATUS_0_READY: "READY",
  STATUS_FF_DOOR_CLOSE: "DOOR_CLOSE",
  STATUS_FF_DOOR_OPEN: "DOOR_OPEN",
  STATUS_FF_TIMEOUT: "TIMEOUT",
  STATUS_B_PRODUCT_UNDER_ELEVATOR: "PRODUCT_UNDER_ELEVATOR",
  STATUS_9_PRODUCT_DETECT_FAULT: "PRODUCT_DETECT_FAULT",
  STATUS_5_MOTOR_FAULT: "MOTOR_FAULT",
};

/** Returns the label of a vending state. Unknown states are shown as reported. */
export function vendingStateLabel(state: string): string {
  return Object.hasOwn(VENDING_STATES, state) ? (VENDING_STATES[state] ?? state) : state;
}
