/** Reads and creates coupons. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import { rest } from "../api/rest";
import { couponIssueTypesDocument, couponsDocument, type CouponsQuery } from "./operations.generated";
import type { Discount } from "./rules/coupon";

export type Coupon = CouponsQuery["coupons"]["items"][number];

/** The attributes of a new coupon. */
export interface CouponOrder extends Discount {
  readonly imageName: string;
  readonly startDate: string;
  readonly endDate: string;
}

export const couponsQuery = infiniteQueryOptions({
  queryKey: ["coupons"],
  queryFn: async ({ pageParam, signal }) =>
    (await graphql(couponsDocument, { nextToken: pageParam }, { signal })).coupons,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextToken,
});

/** Maximum number of pages that the search for a code reads. */
const MAX_SEARCHED_PAGES = 20;

/** The result of a search for a code. */
export interface CouponSearch {
  readonly coupon: Coupon | null;
  /** The number of coupons that were read, the latest ones. */
  readonly searched: number;
  /** Whether all coupons were read or the coupon was found. */
  readonly isComplete: boolean;
}

/** Searches the issued coupons for a code, newest first. */
export function couponByCodeQuery(code: string) {
  return queryOptions({
    queryKey: ["coupons", "code", code],
    queryFn: async ({ signal }): Promise<CouponSearch> => {
      let searched = 0;
      let nextToken: string | null = null;
      for (let page = 0; page < MAX_SEARCHED_PAGES; page += 1) {
        const { coupons }: CouponsQuery = await graphql(couponsDocument, { nextToken }, { signal });
        searched += coupons.items.length;
        const coupon = coupons.items.find(({ couponCode }) => couponCode === code);
        if (coupon) return { coupon, searched, isComplete: true };
        nextToken = coupons.nextToken;
        if (nextToken === null) return { coupon: null, searched, isComplete: true };
      }
      return { coupon: null, searched, isComplete: false };
    },
  });
}

/** Issue types change only with a release. */
export const issueTypesQuery = queryOptions({
  queryKey: ["couponIssueTypes"],
  queryFn: async ({ signal }) => (await graphql(couponIssueTypesDocument, {}, { signal })).couponIssueTypes,
  staleTime: Infinity,
});

/** @param clientToken the idempotency key: a repeated call with the same token returns the same coupon */
export async function createCoupon(order: CouponOrder, clientToken: string): Promise<string> {
  return (await rest("POST /coupons", { body: { ...order, clientToken } })).couponCode;
}
