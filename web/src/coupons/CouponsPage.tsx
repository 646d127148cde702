import { Page } from "../ui/Page";
import { RequirePermission } from "../session/RequirePermission";
import { CouponForm } from "./form/CouponForm";
import { IssuedCoupons } from "./list/IssuedCoupons";

/** Generates and lists coupon codes (docs/requirements/coupons.md). */
export default function CouponsPage() {
  return (
    <Page title="Coupons">
      <RequirePermission permission="GenerateCoupon" activity="generate coupon codes">
        <CouponForm />
        <IssuedCoupons />
      </RequirePermission>
    </Page>
  );
}
