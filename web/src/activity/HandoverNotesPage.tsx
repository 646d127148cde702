import { useQuery } from "@tanstack/react-query";
import { businessDay } from "../lib/day";
import { formatNumber } from "../lib/formats";
import { useUrlState } from "../lib/useUrlState";
import { useMyPermissions } from "../session/permissions";
import { Notice } from "../ui/Notice";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/query/Forbidden";
import { combineQueries } from "../ui/query/query";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { DataTable } from "../ui/table";
import { openNotesQuery, type OpenNotes } from "./handoverNotes";
import { NOTE_COLUMNS } from "./notes/columns";
import { READ_ACTIONS, sortOpen } from "./rules/notes";

const TITLE = "Handover Notes";
const FORBIDDEN = { activity: "view handover notes", permission: [READ_ACTIONS.FRIDGE, READ_ACTIONS.ROUTE] } as const;
const FAILURE = "Unable to load handover notes, Please check your internet and your permissions";
const NO_NOTES: OpenNotes = { notes: [], isCut: false };

/** The open handover notes on all fridges and routes, the earliest last day first (ACT-6). */
export default function HandoverNotesPage() {
  const { may } = useMyPermissions();
  const { address, set, flush } = useUrlState("text");
  const [readsFridges, readsRoutes] = [may(READ_ACTIONS.FRIDGE), may(READ_ACTIONS.ROUTE)];
  const fridges = useQuery({ ...openNotesQuery("FRIDGE"), enabled: readsFridges });
  const routes = useQuery({ ...openNotesQuery("ROUTE"), enabled: readsRoutes });
  if (!readsFridges && !readsRoutes) {
    return (
      <Page title={TITLE}>
        <Forbidden {...FORBIDDEN} />
      </Page>
    );
  }
  const text = address.get("text") ?? "";
  const query = combineQueries({
    fridges: readsFridges ? fridges : { ...fridges, data: NO_NOTES, error: null },
    routes: readsRoutes ? routes : { ...routes, data: NO_NOTES, error: null },
  });
  return (
    <QueryPage
      title={TITLE}
      query={query}
      label="handover notes"
      error={FAILURE}
      forbidden={FORBIDDEN}
      skeleton={<Skeleton label="handover notes" rows={8} />}
    >
      {({ fridges: onFridges, routes: onRoutes }) => {
        const notes = sortOpen([...onFridges.notes, ...onRoutes.notes]);
        return (
          <>
            {(onFridges.isCut || onRoutes.isCut) && (
              <Notice tone="warning">
                Only {formatNumber(notes.length)} notes are shown. Mark notes as done to see the others.
              </Notice>
            )}
            <DataTable
              name="handover-notes"
              label="Open handover notes"
              columns={NOTE_COLUMNS}
              rows={notes}
              rowId={({ id }) => id}
              search={{
                label: "Find a note",
                placeholder: "Fridge, route or text",
                value: text,
                onChange: (next) => set("text", next),
                onBlur: flush,
              }}
              sort={address.get("sort") ?? ""}
              onSort={(sort) => set("sort", sort)}
              csvName={`handover-notes-${businessDay()}.csv`}
              empty="No open handover notes"
              noMatches={`No notes match “${text.trim()}”`}
            />
          </>
        );
      }}
    </QueryPage>
  );
}
