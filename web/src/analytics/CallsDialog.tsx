import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../ui/Button";
import { DateField } from "../ui/form/DateField";
import { Dialog } from "../ui/Dialog";
import { QueryView } from "../ui/query/QueryView";
import { flattenPages } from "../ui/query/query";
import { DataTable } from "../ui/table";
import { CALL_COLUMNS } from "./columns";
import { routeCallsQuery } from "./usage";

interface Props {
  readonly route: string;
  /** The initial day. */
  readonly initialDay: string;
  readonly onClose: () => void;
}

/** The calls of a route on a day, newest first. Failed calls are highlighted. */
export function CallsDialog({ route, initialDay, onClose }: Props) {
  const [day, setDay] = useState(initialDay);
  const calls = useInfiniteQuery(routeCallsQuery(route, day));
  return (
    <Dialog title={`Calls of ${route}`} onClose={onClose} wide actions={<Button onClick={onClose}>Close</Button>}>
      <DateField label="Day" value={day} onChange={setDay} />
      <QueryView
        query={flattenPages(calls)}
        label="calls"
        error="Unable to load calls, Please check your internet and your permissions"
        forbidden={{ activity: "view calls", permission: "ManagePermissions" }}
        empty={{ title: "No calls on this day. Calls are kept for 30 days." }}
      >
        {(listed) => (
          <DataTable
            name="usage-calls"
            label={`Calls of ${route}`}
            columns={CALL_COLUMNS}
            rows={listed}
            rowId={({ id }) => id}
            plain
            onLoadMore={calls.hasNextPage ? () => void calls.fetchNextPage() : undefined}
            loadingMore={calls.isFetchingNextPage}
            loadMoreLabel="Show earlier calls"
          />
        )}
      </QueryView>
    </Dialog>
  );
}
