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
