import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { businessDay } from "../../lib/day";
import { formatCount } from "../../lib/formats";
import { useUrlState } from "../../lib/useUrlState";
import { DataTable, useTableViews } from "../../ui/table";
import { couponsQuery } from "../coupons";
import { flattenPages } from "../../ui/query/query";
import { QueryView } from "../../ui/query/QueryView";
import { columnsOn } from "./columns";
import styles from "./issuedCoupons.module.css";

const FAILURE = "Unable to load coupons, Please check your internet and your permissions";

/** Lists the issued codes, newest first. */
export function IssuedCoupons() {
  const urlState = useUrlState("text");
  const { address, set, flush } = urlState;
  const views = useTableViews("coupons", urlState);
  const coupons = useInfiniteQuery(couponsQuery);
  const today = businessDay();
  const columns = useMemo(() => columnsOn(today), [today]);
  const text = address.get("text") ?? "";

  return (
    <section className={styles.coupons} aria-label="Issued codes">
      <h2>Issued codes</h2>
      <QueryView
        query={flattenPages(coupons)}
        label="coupons"
        error={FAILURE}
        forbidden={{ activity: "view coupons", permission: "GenerateCoupon" }}
      >
        {(rows) => (
          <DataTable
            name="coupons"
            label="Coupons"
            columns={columns}
            rows={rows}
            rowId={({ couponCode }) => couponCode}
            search={{
              label: "Find coupons",
              placeholder: "Code or reason",
              value: text,
              onChange: (next) => set("text", next),
              onBlur: flush,
            }}
            sort={address.get("sort") ?? ""}
            onSort={(sort) => set("sort", sort)}
            views={views}
            csvName={`coupons-${today}.csv`}
            onLoadMore={coupons.hasNextPage ? () => void coupons.fetchNextPage() : undefined}
            loadingMore={coupons.isFetchingNextPage}
            empty="No codes issued yet"
            noMatches={
              coupons.hasNextPage
                ? `No match for “${text.trim()}” in the latest ${formatCount(rows.length, "coupon")}. Press Show more to search older ones.`
                : `No coupons match “${text.trim()}”`
            }
          />
        )}
      </QueryView>
    </section>
  );
}
