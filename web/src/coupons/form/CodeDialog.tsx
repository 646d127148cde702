import { useState } from "react";
import { formatDay } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { discountText } from "../rules/coupon";
import type { Generated } from "./useGenerate";

interface Props extends Generated {
  readonly onClose: () => void;
}

/** Shows the generated code. */
export function CodeDialog({ couponCode, order, onClose }: Props) {
  const [copied, setCopied] = useState<boolean | null>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(couponCode);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  }

  return (
    <Dialog
      title="Customer Service Code"
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="coupon-code">
        <output aria-label="Code">{couponCode}</output>
        <Button onClick={() => void copy()} aria-label={`Copy ${couponCode}`}>
          Copy
        </Button>
      </p>
      <p role="status" className="muted">
        {copied === true && "Copied"}
        {copied === false && "Could not copy the code. Select and copy it manually."}
      </p>
      <dl className="coupon-facts">
        <dt>Reason</dt>
        <dd>{order.imageName}</dd>
        <dt>Value</dt>
        <dd>{discountText(order)}</dd>
        <dt>Expiry</dt>
        <dd>{formatDay(order.endDate)}</dd>
      </dl>
    </Dialog>
  );
}
