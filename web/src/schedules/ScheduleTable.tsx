import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { TimeZone } from "../locations/rules/options";
import { Button } from "../ui/Button";
import { downloadCsv, toCsv } from "../ui/csv";
import { useUrlState } from "../ui/useUrlState";
import type { ScheduledItem } from "./scheduledItems";
import { ScheduledChangeDialog } from "./ScheduledChangeDialog";
import { createScheduleColumns, filterAndSortItems, toggleSort } from "./scheduleColumns";
import { locationPath } from "../locations/fleetList";
import "./schedules.css";

interface Props {
  readonly items: readonly ScheduledItem[];
  readonly zone: TimeZone;
  /** Adds a column with a link to the location of each change. */
  readonly showLocation?: boolean;
  readonly fileName: string;
  /** Whether more changes can be loaded. */
  readonly hasMore: boolean;
  readonly onLoadMore: () => void;
  readonly loadingMore: boolean;
}

/** A table of scheduled changes. Selecting a change opens a dialog with its actions. */
export function ScheduleTable({
  items,
  zone,
  showLocation = false,
  fileName,
  hasMore,
  onLoadMore,
  loadingMore,
}: Props) {
  const navigate = useNavigate();
  const { address, set, flush } = useUrlState("find");
  const [selected, setSelected] = useState<ScheduledItem | null>(null);
  const find = address.get("find") ?? "";
  const sort = address.get("sort") ?? "";
  const columns = createScheduleColumns(zone.iana, showLocation);
  const shown = filterAndSortItems(items, columns, find, sort);

  return (
    <>
      <div className="schedule-bar">
        <input
          type="search"
          aria-label="Find a scheduled change"
          placeholder="Find a scheduled change"
          value={find}
          onChange={(event) => set("find", event.target.value)}
          onBlur={flush}
        />
        <span className="muted" role="status">
          {shown.length} of {items.length}
          {hasMore && " so far"}
        </span>
        <Button onClick={() => downloadCsv(fileName, toCsv(columns, shown))}>Export CSV</Button>
      </div>
      <table className="schedule-table">
        <thead>
          <tr>
            {columns.map(({ key, header }) => (
              <th
                key={key}
                scope="col"
                aria-sort={sort === key ? "ascending" : sort === `-${key}` ? "descending" : undefined}
              >
                <button type="button" className="sort-button" onClick={() => set("sort", toggleSort(sort, key))}>
                  {header}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((item) => (
            <tr key={item.change.uuid} className={item.change.state === "PENDING" ? undefined : "scheduled-failed"}>
              {columns.map((column) => (
                <td key={column.key} data-label={column.header}>
                  {column.key === "location" ? (
                    <Link to={locationPath("detail", item.change.id)}>{item.change.id}</Link>
                  ) : column.key === "attribute" ? (
                    <button
                      type="button"
                      className="text-button"
                      aria-haspopup="dialog"
                      onClick={() => setSelected(item)}
                    >
                      {column.value(item)}
                    </button>
                  ) : (
                    column.value(item)
                  )}
                </td>
              ))}
            </tr>
          ))}
          {shown.length === 0 && (
            <tr>
              <td colSpan={columns.length} className="muted">
                No scheduled changes match “{find.trim()}”
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {hasMore && (
        <Button onClick={onLoadMore} busy={loadingMore} busyText="Loading…">
          Show more
        </Button>
      )}
      {selected && (
        <ScheduledChangeDialog
          item={selected}
          zone={zone}
          onClose={() => setSelected(null)}
          onEdit={({ change, attribute, value, at }) => {
            const state = { reschedule: { value, at: at.toISOString() } };
            void navigate(`${locationPath("detail", change.id)}?edit=${encodeURIComponent(attribute)}`, { state });
          }}
        />
      )}
    </>
  );
}
