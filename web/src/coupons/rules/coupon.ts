/**
 * The rules of coupons (docs/requirements/coupons.md, CPN-1, CPN-2 and CPN-5). The server has the same rules;
 * `functions/coupons/cases/coupons.json` tests both.
 */
import { formatMoney } from "../../lib/formats";
import type { CouponType } from "../../api/schema";
import { parseDay } from "../../lib/day";

export const CHOICES = ["50 %", "$2", "$3", "$5", "$6", "$8", "$9", "$10"] as const;

export interface Discount {
  readonly type: CouponType;
  readonly value: number;
}

/** Parses a choice. Returns null if it has no number or neither $ nor %. */
export function discountOf(choice: string): Discount | null {
  const digits = choice.replace(/\D/g, "");
  const type = choice.includes("$") ? "AMOUNT" : choice.includes("%") ? "PERCENT" : null;
  return type && digits ? { type, value: Number(digits) } : null;
}

export function discountText({ type, value }: Discount): string {
  return type === "PERCENT" ? `${value} %` : formatMoney(String(value));
}

/** The form of a code (CPN-4): 10 characters without look-alikes and vowels. */
const CODE = /^[2-9CDFGHJKMNPQRTVWXY]{10}$/;

/** Whether a text in upper case has the form of a code. */
export function isCouponCode(text: string): boolean {
  return CODE.test(text);
}

export interface CouponRequest {
  readonly imageName: string;
  readonly discount: Discount | null;
  /** For example 2026-11-21. */
  readonly startDate: string;
  readonly endDate: string;
}

export interface CouponError {
  readonly field: "imageName" | "value" | "startDate" | "endDate";
  readonly message: string;
}

/** Returns all errors. Only the server checks whether the issue type exists. */
export function couponErrors(
  { imageName, discount, startDate, endDate }: CouponRequest,
  today: string,
): readonly CouponError[] {
  const errors: CouponError[] = [];
  if (imageName.trim() === "") errors.push({ field: "imageName", message: "Issue type cannot be empty" });
  if (!discount) errors.push({ field: "value", message: "Code value cannot be empty" });
  const days = [
    ["startDate", "Start date", startDate],
    ["endDate", "End date", endDate],
  ] as const;
  for (const [field, name, day] of days) {
    if (day.trim() === "") errors.push({ field, message: `${name} cannot be empty` });
    else if (!parseDay(day)) errors.push({ field, message: `${name} should be a day in the format YYYY-MM-DD` });
  }
  const [start, end] = [parseDay(startDate), parseDay(endDate)];
  if (start && end && start > end) errors.push({ field: "startDate", message: "Start date cannot be after end date" });
  if (end && end < today) errors.push({ field: "endDate", message: "End date cannot be in the past" });
  return errors;
}

export type CouponState = "Upcoming" | "Valid" | "Expired";

export function stateOf(
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
  today: string,
): CouponState {
  if (today < startDate) return "Upcoming";
  return today > endDate ? "Expired" : "Valid";
}
