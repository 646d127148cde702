import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { createCoupon, couponsQuery, type CouponOrder } from "../coupons";

export interface Generated {
  readonly couponCode: string;
  readonly order: CouponOrder;
}

/** Generates a code. An order whose answer was lost gets, asked for again, the code that it got. */
export function useGenerate() {
  const client = useQueryClient();
  const asked = useRef<{ readonly order: string; readonly token: string } | null>(null);
  return useMutation({
    mutationFn: async (order: CouponOrder): Promise<Generated> => {
      const text = JSON.stringify(order);
      if (asked.current?.order !== text) asked.current = { order: text, token: crypto.randomUUID() };
      return { couponCode: await createCoupon(order, asked.current.token), order };
    },
    onSuccess: () => {
      asked.current = null;
      void client.invalidateQueries({ queryKey: couponsQuery.queryKey });
    },
  });
}
