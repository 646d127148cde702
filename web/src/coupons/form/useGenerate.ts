import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { createCoupon, couponsQuery, type CouponOrder } from "../coupons";

export interface Generated {
  readonly couponCode: string;
  readonly order: CouponOrder;
}

/** Generates a code. A retry of the same order after a lost response returns the same code (CPN-7). */
export function useGenerate() {
  const client = useQueryClient();
  const pendingOrder = useRef<{ readonly order: string; readonly token: string } | null>(null);
  return useMutation({
    mutationFn: async (order: CouponOrder): Promise<Generated> => {
      const orderText = JSON.stringify(order);
      if (pendingOrder.current?.order !== orderText)
        pendingOrder.current = { order: orderText, token: crypto.randomUUID() };
      return { couponCode: await createCoupon(order, pendingOrder.current.token), order };
    },
    onSuccess: () => {
      pendingOrder.current = null;
      void client.invalidateQueries({ queryKey: couponsQuery.queryKey });
    },
  });
}
