/**
 * Validates decisions about drops and selects the listed drops (DRP-2 to DRP-4). The server follows the same cases,
 * functions/stocking/cases/drop-override.json.
 */

/** The status of a drop without a decision. */
export const PENDING = "Pending";

export const DROP_STATUSES = ["Complete", "Not Delivering"] as const;
export type DropStatus = (typeof DROP_STATUSES)[number];

/** The location type of a row; UNKNOWN for other types and unknown locations. */
export type RowLocationType = "WHOLESALE" | "FRIDGE" | "UNKNOWN";

export const REASONS: Readonly<Record<DropStatus, readonly string[]>> = {
  Complete: ["Drivers App Tech Issue", "Group Drop", "Warehouse Pickup", "Third-Party Drop"],
  "Not Delivering": [
    "No CMS Pick Ticket",
    "Missing Totes",
    "Line Haul Delay",
    "Client Rejected Order",
    "Order was Cancelled but food was made",
    "Fridge Maintenance Issue",
    "FF Delivery Issue",
  ],
};

/** Clients whose drops are not listed (DRP-4). */
export const EXCLUDED_CLIENTS: readonly string[] = ["ThirdParty", "MenuRD", "Pulping"];

export function isDropStatus(text: string): text is DropStatus {
  return Object.hasOwn(REASONS, text);
}

interface Decision {
  readonly dropStatus: string;
  readonly statusReason: string;
}

interface DecisionError {
  readonly field: keyof Decision;
  readonly message: string;
}

/** Returns all errors of a decision about a drop at a location of the given type. */
export function validateDecision(
  { dropStatus, statusReason }: Decision,
  locationType: RowLocationType,
): readonly DecisionError[] {
  if (!isDropStatus(dropStatus)) {
    return [{ field: "dropStatus", message: `dropStatus should be one of ${DROP_STATUSES.join(", ")}` }];
  }
  const errors: DecisionError[] = [];
  if (dropStatus === "Complete" && locationType === "FRIDGE") {
    errors.push({ field: "dropStatus", message: "A fridge cannot be set to Complete" });
  }
  const reasons = REASONS[dropStatus];
  if (!reasons.includes(statusReason)) {
    const message = `statusReason of ${dropStatus} should be one of ${reasons.join(", ")}`;
    errors.push({ field: "statusReason", message });
  }
  return errors;
}

/** The fields of a slip that decide whether its drop is listed. */
export interface ListableSlip {
  readonly type: string;
  readonly clientCode: string;
  readonly status: string;
}

/** Whether the drop is listed, given the driver reports of the day. */
export function isListed(
  { type, clientCode, status }: ListableSlip,
  { unreachable, stocked }: { readonly unreachable: boolean; readonly stocked: boolean },
): boolean {
  const isIncluded =
    type !== "INTERNAL_ORDER" && !EXCLUDED_CLIENTS.includes(clientCode) && status.toUpperCase() !== "DELETED";
  return isIncluded && !unreachable && !stocked;
}
