import { useMyPermissions } from "../session/permissions";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/states";
import { CouponForm } from "./form/CouponForm";
import { IssuedCoupons } from "./list/IssuedCoupons";
import "./coupons.css";

/** Coupon codes (spec of planning and reporting, section 2). */
export default function CouponsPage() {
  const { may } = useMyPermissions();
  return (
    <Page title="Coupons">
      {may("GenerateCoupon") ? (
        <>
          <CouponForm />
          <IssuedCoupons />
        </>
      ) : (
        <Forbidden to="generate coupon codes" />
      )}
    </Page>
  );
}
