/** Coupons as the server has them. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import { rest } from "../api/rest";
import { couponIssueTypesDocument, couponsDocument, type CouponsQuery } from "./operations.generated";
import type { Discount } from "./rules/coupon";

export type Coupon = CouponsQuery["coupons"]["items"][number];

/** What a coupon is to be. */
export interface CouponOrder extends Discount {
  readonly imageName: string;
  readonly startDate: string;
  readonly endDate: string;
}

interface CreatedCoupon {
  readonly statusCode: number;
  readonly couponCode: string;
}

export const couponsQuery = infiniteQueryOptions({
  queryKey: ["coupons"],
  queryFn: async ({ pageParam, signal }) =>
    (await graphql(couponsDocument, { nextToken: pageParam }, { signal })).coupons,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextToken,
});

/** They change with a release. */
export const issueTypesQuery = queryOptions({
  queryKey: ["couponIssueTypes"],
  queryFn: async ({ signal }) => (await graphql(couponIssueTypesDocument, {}, { signal })).couponIssueTypes,
  staleTime: Infinity,
});

/** @param clientToken of this order: asked for again under it, it is the same coupon, not another */
export async function createCoupon(order: CouponOrder, clientToken: string): Promise<string> {
  return (await rest<CreatedCoupon>("POST", "/coupons", { ...order, clientToken })).couponCode;
}
