/**
 * The rules of coupons (spec of planning and reporting, sections 5 and 9). The server has the same:
 * `functions/coupons/cases/coupons.json` holds both to the same messages.
 */
import type { CouponType } from "../../api/schema";
import { parseDay } from "../../ui/day";

export const CHOICES = ["50 %", "$2", "$3", "$5", "$6", "$8", "$9", "$10"] as const;

export interface Discount {
  readonly type: CouponType;
  readonly value: number;
}

/** What a choice takes off; null where it says neither dollars nor percent, or no number. */
export function discountOf(choice: string): Discount | null {
  const digits = choice.replace(/\D/g, "");
  const type = choice.includes("$") ? "AMOUNT" : choice.includes("%") ? "PERCENT" : null;
  return type && digits ? { type, value: Number(digits) } : null;
}

export function discountText({ type, value }: Discount): string {
  return type === "PERCENT" ? `${value} %` : `$${value}`;
}

export interface CouponRequest {
  readonly imageName: string;
  readonly discount: Discount | null;
  /** Days, as 2026-11-21. */
  readonly startDate: string;
  readonly endDate: string;
}

export interface CouponFault {
  readonly field: "imageName" | "value" | "startDate" | "endDate";
  readonly message: string;
}

/** Everything that is wrong. Whether there is such an issue type the server says. */
export function couponFaults(
  { imageName, discount, startDate, endDate }: CouponRequest,
  today: string,
): readonly CouponFault[] {
  const faults: CouponFault[] = [];
  if (imageName.trim() === "") faults.push({ field: "imageName", message: "Issue type cannot be empty" });
  if (!discount) faults.push({ field: "value", message: "Code value cannot be empty" });
  const days = [
    ["startDate", "Start date", startDate],
    ["endDate", "End date", endDate],
  ] as const;
  for (const [field, name, day] of days) {
    if (day.trim() === "") faults.push({ field, message: `${name} cannot be empty` });
    else if (!parseDay(day)) faults.push({ field, message: `${name} should be a day in the format YYYY-MM-DD` });
  }
  const [start, end] = [parseDay(startDate), parseDay(endDate)];
  if (start && end && start > end) faults.push({ field: "startDate", message: "Start date cannot be after end date" });
  if (end && end < today) faults.push({ field: "endDate", message: "End date cannot be in the past" });
  return faults;
}

export type CouponState = "Upcoming" | "Valid" | "Expired";

export function stateOf(
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
  today: string,
): CouponState {
  if (today < startDate) return "Upcoming";
  return today > endDate ? "Expired" : "Valid";
}
