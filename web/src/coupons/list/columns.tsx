import { formatDateTime, formatDay } from "../../lib/formats";
import { dateTime, id, status, tableColumns, text, type Tone } from "../../ui/table";
import type { Coupon } from "../coupons";
import { discountText, stateOf, type CouponState } from "../rules/coupon";

const TONES: Readonly<Record<CouponState, Tone>> = { Upcoming: "info", Valid: "positive", Expired: "neutral" };

export function columnsOn(today: string) {
  return tableColumns<Coupon>([
    id("code", { label: "Code", value: ({ couponCode }) => couponCode }),
    text("reason", { label: "Reason", value: ({ imageName }) => imageName, minWidth: 12 }),
    text("value", { label: "Value", value: discountText, minWidth: 4, grow: 0 }),
    dateTime("start", { label: "Start", value: ({ startDate }) => startDate, format: formatDay, priority: 3 }),
    dateTime("end", { label: "End", value: ({ endDate }) => endDate, format: formatDay, priority: 2 }),
    status("state", {
      label: "State",
      value: (coupon) => stateOf(coupon, today),
      tone: (coupon) => TONES[stateOf(coupon, today)],
    }),
    text("user", { label: "Issued by", value: ({ user }) => user, minWidth: 10, truncate: true, priority: 3 }),
    dateTime("issued", {
      label: "Issued",
      value: ({ issuedAt }) => issuedAt,
      format: (time) => formatDateTime(time),
      priority: 2,
    }),
  ]);
}
