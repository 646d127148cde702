/**
 * What a dispatcher may decide about a drop (spec of fleet operations, 2.5, 4.5 and 5). The server has the same rules;
 * `functions/stocking/cases/drop-override.json` holds both to the same answers.
 */

/** The default: no decision is recorded. */
export const PENDING = "Pending";

export const DROP_STATUSES = ["Complete", "Not Delivering"] as const;
export type DropStatus = (typeof DROP_STATUSES)[number];

/** Of a row; UNKNOWN where the location is of another type, or not known. */
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

/** Clients whose drops are not followed. */
const OTHER_CLIENTS: readonly string[] = ["ThirdParty", "MenuRD", "Pulping"];

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

/** Everything that is wrong with a decision about a drop at a location of that type. */
export function checkDecision(
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

/** What of a slip decides whether dispatchers follow its drop. */
export interface FollowedSlip {
  readonly type: string;
  readonly clientCode: string;
  readonly status: string;
}

/** Whether the drop is listed, given what drivers told of it that day. */
export function isListed(
  { type, clientCode, status }: FollowedSlip,
  { unreachable, stocked }: { readonly unreachable: boolean; readonly stocked: boolean },
): boolean {
  const followed =
    type !== "INTERNAL_ORDER" && !OTHER_CLIENTS.includes(clientCode) && status.toUpperCase() !== "DELETED";
  return followed && !unreachable && !stocked;
}
