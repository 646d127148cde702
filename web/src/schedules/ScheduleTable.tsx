import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../lib/paths";
import type { TimeZone } from "../locations/rules/options";
import { formatPart } from "../lib/formats";
import { useUrlState } from "../lib/useUrlState";
import { DataTable, useTableViews, type TableSelection } from "../ui/table";
import type { ScheduledItem } from "./scheduledItems";
import { ScheduledChangeDialog } from "./ScheduledChangeDialog";
import { createScheduleColumns } from "./scheduleColumns";

interface Props {
  readonly items: readonly ScheduledItem[];
  readonly zone: TimeZone;
  /** Adds a column with a link to the location of each change. */
  readonly showLocation?: boolean;
  readonly selection?: TableSelection<ScheduledItem>;
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
  selection,
  fileName,
  hasMore,
  onLoadMore,
  loadingMore,
}: Props) {
  const navigate = useNavigate();
  const urlState = useUrlState("find");
  const { address, set, flush } = urlState;
  const name = showLocation ? "failed-changes" : "scheduled-changes";
  const views = useTableViews(name, urlState);
  const [opened, setOpened] = useState<ScheduledItem | null>(null);
  const find = address.get("find") ?? "";
  const columns = useMemo(
    () => createScheduleColumns({ zone: zone.iana, showLocation, onOpen: setOpened }),
    [zone.iana, showLocation],
  );

  return (
    <>
      <DataTable
        name={name}
        label="Scheduled changes"
        columns={columns}
        rows={items}
        rowId={({ change }) => change.uuid}
        search={{
          label: "Find a scheduled change",
          placeholder: "Find a scheduled change",
          value: find,
          onChange: (next) => set("find", next),
          onBlur: flush,
        }}
        sort={address.get("sort") ?? ""}
        onSort={(sort) => set("sort", sort)}
        views={views}
        count={(listed, total) => `${formatPart(listed.length, total)}${hasMore ? " so far" : ""}`}
        csvName={fileName}
        noMatches={`No scheduled changes match “${find.trim()}”`}
        onLoadMore={hasMore ? onLoadMore : undefined}
        loadingMore={loadingMore}
        {...(selection ? { selection } : {})}
      />
      {opened && (
        <ScheduledChangeDialog
          item={opened}
          zone={zone}
          onClose={() => setOpened(null)}
          onEdit={({ change, attribute, value, at }) => {
            const state = { reschedule: { value, at: at.toISOString() } };
            void navigate(`${paths.location(change.id)}?edit=${encodeURIComponent(attribute)}`, { state });
          }}
        />
      )}
    </>
  );
}
