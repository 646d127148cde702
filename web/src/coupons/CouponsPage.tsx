import { useMyPermissions } from "../session/permissions";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/states";
import { CouponForm } from "./form/CouponForm";
import { IssuedCoupons } from "./list/IssuedCoupons";
import "./coupons.css";

/** Generates and lists coupon codes (docs/requirements/coupons.md). */
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
        <Forbidden action="generate coupon codes" />
      )}
    </Page>
  );
}
