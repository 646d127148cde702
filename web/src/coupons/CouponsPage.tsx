import { RequirePermission } from "../session/RequirePermission";
import { onDemand } from "../ui/onDemand";
import { Page } from "../ui/Page";
import { Skeleton } from "../ui/query/Skeleton";
import { CouponForm } from "./form/CouponForm";

const IssuedCoupons = onDemand(
  async () => (await import("./list/IssuedCoupons")).IssuedCoupons,
  <Skeleton label="coupons" />,
);

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
