/** The status of a stop, from the actions that drivers report (docs/requirements/stocking.md, STK-4). */
import { STATUS_LABELS } from "../stocking/rules/labels";
import type { StopStatus } from "../stocking/rules/stopStatus";
import type { Definition } from "./definition";

const define = (status: StopStatus, meaning: string, rule: string): Definition => ({
  label: STATUS_LABELS[status],
  meaning,
  rule,
});

export const STOP_STATES: Readonly<Record<StopStatus, Definition>> = {
  NOT_STARTED: define("NOT_STARTED", "The driver has not started.", "No action is reported for the stop."),
  VAN_TEMPERATURE_SET: define(
    "VAN_TEMPERATURE_SET",
    "The driver has recorded the van's temperature.",
    "The van's temperature is recorded and the packing slip is not scanned.",
  ),
  IN_PROGRESS: define(
    "IN_PROGRESS",
    "The driver is at the stop.",
    "The packing slip is scanned and the stop is not stocked.",
  ),
  INCOMPLETE: define(
    "INCOMPLETE",
    "The driver left the stop without finishing it.",
    "The packing slip is scanned, the stop is not stocked, and the same driver scanned another slip later.",
  ),
  COMPLETED: define(
    "COMPLETED",
    "The stop is done.",
    "The driver reported the stop as stocked, or the drop-off as complete. This overrides an unreachable report.",
  ),
  UNREACHABLE_INCOMPLETE: define(
    "UNREACHABLE_INCOMPLETE",
    "The driver could not reach the location and did not scan its slip.",
    "The location is reported as unreachable, the packing slip is not scanned, and the stop is not stocked.",
  ),
  UNREACHABLE_COMPLETE: define(
    "UNREACHABLE_COMPLETE",
    "The driver scanned the slip but could not reach the location.",
    "The location is reported as unreachable, the packing slip is scanned, and the stop is not stocked.",
  ),
  CLEAROUT_COMPLETE: define(
    "CLEAROUT_COMPLETE",
    "The driver removed the food from the fridge.",
    "An inventory removal is reported. It overrides all states except a decommission.",
  ),
  CLEAROUT_DECOMMISSION_COMPLETE: define(
    "CLEAROUT_DECOMMISSION_COMPLETE",
    "The driver cleared the fridge because it is taken out of service.",
    "A decommission is reported. It overrides all other states.",
  ),
};
