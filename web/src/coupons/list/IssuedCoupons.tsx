import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { downloadCsv, toCsv } from "../../ui/csv";
import { businessDay } from "../../ui/day";
import { sortRows, toggleSort, parseSort } from "../../ui/listTable";
import { ListTable } from "../../ui/ListTable";
import { SearchField } from "../../ui/SearchField";
import { Empty, Failure, Loading } from "../../ui/states";
import { useUrlState } from "../../ui/useUrlState";
import { couponsQuery, type Coupon } from "../coupons";
import { columnsOn } from "./columns";

const FAILURE = "Unable to load coupons, Please check your internet and your permissions";
const keyOf = ({ couponCode }: Coupon) => couponCode;

/** Lists the issued codes, newest first. */
export function IssuedCoupons() {
  const { address, set, flush } = useUrlState("text");
  const coupons = useInfiniteQuery(couponsQuery);
  const today = businessDay();
  const columns = useMemo(() => columnsOn(today), [today]);
  const text = address.get("text") ?? "";
  const query = useDeferredValue(text.trim().toLowerCase());
  const sorting = address.get("sort");
  const sort = parseSort(sorting, columns);
  const all = useMemo(() => coupons.data?.pages.flatMap((page) => page.items), [coupons.data]);
  const shown = useMemo(() => {
    const contains = (coupon: Coupon) =>
      columns.some(({ value }) =>
        String(value(coupon) ?? "")
          .toLowerCase()
          .includes(query),
      );
    return sortRows((all ?? []).filter(contains), columns, parseSort(sorting, columns));
  }, [all, columns, query, sorting]);

  return (
    <section className="coupon-list" aria-label="Issued codes">
      <h2>Issued codes</h2>
      {coupons.isPending && <Loading label="coupons" />}
      {coupons.isError && (
        <Failure
          message={messageOf(coupons.error, FAILURE)}
          onRetry={() => void coupons.refetch()}
          retrying={coupons.isFetching}
        />
      )}
      {all && (
        <div className="coupon-bar">
          <SearchField
            label="Find coupons"
            placeholder="Code or reason"
            value={text}
            onChange={(next) => set("text", next)}
            onBlur={flush}
          />
          <ExportButton
            count={shown.length}
            onExport={() => downloadCsv(`coupons-${today}.csv`, toCsv(columns, shown))}
          />
          <span role="status" className="muted">
            {shown.length.toLocaleString("en-US")} of {all.length.toLocaleString("en-US")}
            {coupons.hasNextPage && " loaded"}
          </span>
        </div>
      )}
      {shown.length > 0 && (
        <ListTable
          label="Coupons"
          className="coupon-rows"
          columns={columns}
          rows={shown}
          keyOf={keyOf}
          sort={sort}
          onSort={(column) => set("sort", toggleSort(column, sort))}
        />
      )}
      {all && shown.length === 0 && (
        <Empty>{all.length > 0 ? `No coupons match “${text.trim()}”` : "No codes issued yet"}</Empty>
      )}
      {coupons.hasNextPage && (
        <div>
          <Button onClick={() => void coupons.fetchNextPage()} busy={coupons.isFetchingNextPage} busyText="Loading…">
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}
