import { useState } from "react";
import { formatDay } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Facts } from "../../ui/Facts";
import { Muted } from "../../ui/text";
import { discountText } from "../rules/coupon";
import styles from "./codeDialog.module.css";
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
      <p className={styles.code}>
        <output aria-label="Code">{couponCode}</output>
        <Button onClick={() => void copy()} aria-label={`Copy ${couponCode}`}>
          Copy
        </Button>
      </p>
      <Muted as="p" role="status">
        {copied === true && "Copied"}
        {copied === false && "Could not copy the code. Select and copy it manually."}
      </Muted>
      <Facts
        facts={[
          ["Reason", order.imageName],
          ["Value", discountText(order)],
          ["Expiry", formatDay(order.endDate)],
        ]}
      />
    </Dialog>
  );
}
