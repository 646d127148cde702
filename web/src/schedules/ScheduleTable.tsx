import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { TimeZone } from "../locations/rules/options";
import { Button } from "../ui/Button";
import { downloadCsv, toCsv } from "../ui/csv";
import { useAddress } from "../ui/useAddress";
import type { ScheduledItem } from "./items";
import { ScheduledChangeDialog } from "./ScheduledChangeDialog";
import { columnsOf, shownItems, toggledSort } from "./scheduleTable";
import { screenOf } from "../locations/fleetList";
import "./schedules.css";

interface Props {
  readonly items: readonly ScheduledItem[];
  readonly zone: TimeZone;
  /** Changes of many locations, each with a link to its own. */
  readonly withLocation?: boolean;
  readonly fileName: string;
  /** Whether there are more than were loaded. */
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly loadingMore: boolean;
}

/** Scheduled changes, one a line; choosing one offers what can be done with it. */
export function ScheduleTable({ items, zone, withLocation = false, fileName, hasMore, onMore, loadingMore }: Props) {
  const navigate = useNavigate();
  const { address, set, settle } = useAddress("find");
  const [chosen, setChosen] = useState<ScheduledItem | null>(null);
  const find = address.get("find") ?? "";
  const sort = address.get("sort") ?? "";
  const columns = columnsOf(zone.iana, withLocation);
  const shown = shownItems(items, columns, find, sort);

  return (
    <>
      <div className="schedule-bar">
        <input
          type="search"
          aria-label="Find a scheduled change"
          placeholder="Find a scheduled change"
          value={find}
          onChange={(event) => set("find", event.target.value)}
          onBlur={settle}
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
                <button type="button" className="sort-button" onClick={() => set("sort", toggledSort(sort, key))}>
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
                    <Link to={screenOf("detail", item.change.id)}>{item.change.id}</Link>
                  ) : column.key === "attribute" ? (
                    <button
                      type="button"
                      className="text-button"
                      aria-haspopup="dialog"
                      onClick={() => setChosen(item)}
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
                No scheduled change contains “{find.trim()}”.
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {hasMore && (
        <Button onClick={onMore} busy={loadingMore} busyText="Loading…">
          Show more
        </Button>
      )}
      {chosen && (
        <ScheduledChangeDialog
          item={chosen}
          zone={zone}
          onClose={() => setChosen(null)}
          onEdit={({ change, attribute, value, at }) => {
            const state = { reschedule: { value, at: at.toISOString() } };
            void navigate(`${screenOf("detail", change.id)}?edit=${encodeURIComponent(attribute)}`, { state });
          }}
        />
      )}
    </>
  );
}
