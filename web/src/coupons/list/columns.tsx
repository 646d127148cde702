import { formatBusinessDateTime } from "../../ui/businessTime";
import { formatDay } from "../../ui/day";
import type { ListColumn } from "../../ui/listTable";
import type { Coupon } from "../coupons";
import { discountText, stateOf, type CouponState } from "../rules/coupon";

const CLASSES: Readonly<Record<CouponState, string>> = {
  Upcoming: "tag coupon-upcoming",
  Valid: "tag coupon-valid",
  Expired: "tag",
};

export function columnsOn(today: string): readonly ListColumn<Coupon>[] {
  return [
    {
      id: "code",
      header: "Code",
      value: ({ couponCode }) => couponCode,
      cell: ({ couponCode }) => <code>{couponCode}</code>,
    },
    { id: "reason", header: "Reason", value: ({ imageName }) => imageName },
    { id: "value", header: "Value", value: discountText },
    // `value` is the ISO date, so that the column sorts by date.
    {
      id: "start",
      header: "Start",
      value: ({ startDate }) => startDate,
      cell: ({ startDate }) => formatDay(startDate),
    },
    { id: "end", header: "End", value: ({ endDate }) => endDate, cell: ({ endDate }) => formatDay(endDate) },
    {
      id: "state",
      header: "State",
      value: (coupon) => stateOf(coupon, today),
      cell: (coupon) => {
        const state = stateOf(coupon, today);
        return <span className={CLASSES[state]}>{state}</span>;
      },
    },
    { id: "user", header: "Issued by", value: ({ user }) => user },
    {
      id: "issued",
      header: "Issued",
      value: ({ issuedAt }) => issuedAt,
      cell: ({ issuedAt }) => formatBusinessDateTime(issuedAt),
    },
  ];
}
