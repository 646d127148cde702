import { describe, expect, it } from "vitest";
import cases from "../../../../functions/coupons/cases/coupons.json";
import { CHOICES, couponErrors, discountOf, discountText, isCouponCode, stateOf, type Discount } from "./coupon";

interface RequestCase {
  readonly imageName?: string;
  readonly type?: string;
  readonly value?: number;
  readonly startDate?: string;
  readonly endDate?: string;
}

describe("the values of a code (CPN-2)", () => {
  it("are the same as on the server", () => {
    expect(cases.discounts.map(({ choice }) => choice)).toEqual(CHOICES);
    expect(CHOICES.map(discountOf)).toEqual(cases.discounts.map(({ type, value }) => ({ type, value })));
    expect(CHOICES.map((choice) => discountText(discountOf(choice) as Discount))).toEqual(CHOICES);
  });

  it.each(["", "5", "free", "$", "%"])("discountOf returns null for %j", (choice) =>
    expect(discountOf(choice)).toBeNull(),
  );
});

describe("the rules of a coupon (CPN-1, CPN-5)", () => {
  it.each(cases.requests)("$name", ({ today, request, errors }) => {
    const { imageName = "", type, value, startDate = "", endDate = "" } = request as RequestCase;
    const discount = type && value ? ({ type, value } as Discount) : null;
    expect(couponErrors({ imageName, discount, startDate, endDate }, today)).toEqual(errors);
  });

  it.each([
    ["2026-11-20", "Upcoming"],
    ["2026-11-21", "Valid"],
    ["2026-11-30", "Valid"],
    ["2026-12-01", "Expired"],
  ])("on %s a coupon for November 21 to 30 is %s", (today, state) =>
    expect(stateOf({ startDate: "2026-11-21", endDate: "2026-11-30" }, today)).toBe(state),
  );
});

it.each([
  ["JD4H3GYRCC", true],
  ["jd4h3gyrcc", false],
  ["JD4H3GYRC", false],
  ["CALIFORNIA", false],
])("isCouponCode(%j) is %s (CPN-4)", (text, expected) => expect(isCouponCode(text)).toBe(expected));
