import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { messageOf } from "../../api/errors";
import { livePollInterval } from "../../api/live";
import { mergeIntoCache } from "../../api/mergeIntoCache";
import { formatCount, formatNumber } from "../../lib/formats";
import type { UrlState } from "../../lib/useUrlState";
import { useMyPermissions } from "../../session/permissions";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { QueryError } from "../../ui/query/ErrorNotice";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { useNewActions } from "../day/newActions";
import { opsLocationsQuery, type OpsLocations } from "../day/opsLocations";
import { useDecisions } from "../decisions";
import { DecisionTable } from "../DecisionTable";
import { DROP_STATUSES, PENDING } from "../rules/dropOverride";
import { COLUMNS, nameOf, reasonsOf, statusesOf } from "./columns";
import { dropDayKey, dropDayQuery, mergeActions, type DropDay } from "./day";
import { buildRows, type DropRow } from "./rows";
import { useDropOverride } from "./useDropOverride";

const FAILURE = "Unable to load the drops, Please check your internet and your permissions";
/** Polling interval while the live connection is down, in milliseconds. */
const POLL_INTERVAL = 30_000;
/** Why drops cannot be confirmed yet: one of them may be stocked or decided already. */
const INCOMPLETE = "Wait until all drops are loaded";
const NO_LOCATIONS: OpsLocations = new Map();
const BULK = { statusLabel: "Drop Status", statuses: DROP_STATUSES, reasonsOf };
const UNSAVED = {
  title: "Drop Off Summary",
  message: "Your changes are not confirmed. They will be lost if you leave.",
};
const matchesLocation = ({ location }: DropRow, query: string) => location.toLowerCase().includes(query);

interface Props {
  readonly day: string;
  readonly address: UrlState;
}

/** The unconfirmed drops of a day, and the decisions about them. */
export function Drops({ day, address }: Props) {
  const { sub } = useUser();
  const { missingPermission } = useMyPermissions();
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: dropDayKey(day) });
  const { connected } = useNewActions(day, {
    readAt: queryClient.getQueryState(dropDayKey(day))?.dataUpdatedAt ?? 0,
    onActions: (actions) =>
      mergeIntoCache<DropDay>(queryClient, dropDayKey(day), (current) => mergeActions(current, actions)),
    readDay: reload,
    onConnected: () => void reload(),
  });
  const drops = useQuery({ ...dropDayQuery(sub, day), refetchInterval: livePollInterval(connected, POLL_INTERVAL) });
  const { data, isFetching, refetch } = drops;
  const locations = useQuery(opsLocationsQuery(sub));
  const decisions = useDecisions(UNSAVED);
  const { override, updating } = useDropOverride(day, decisions);

  const rows = useMemo(() => (data ? buildRows(data, locations.data ?? NO_LOCATIONS) : []), [data, locations.data]);
  const pending = rows.filter(({ status }) => status === PENDING);
  const find = address.address.get("find") ?? "";

  return (
    <>
      <QueryError
        query={locations}
        message={(error) => `Failed fetching GetOpsLocationsTypeOnly: ${messageOf(error, "not available")}`}
      />
      <QueryView
        query={{ ...drops, data: data && (data.complete || rows.length > 0) ? data : undefined }}
        label="drops"
        error={FAILURE}
        forbidden={{ activity: "view drops", permission: ["GetUniqueRoutes", "GetCheckPointStatus"] }}
        isEmpty={() => rows.length === 0}
        empty={{ title: "No drops to confirm on this day", text: "Choose another date." }}
        skeleton={<Skeleton label="drops" rows={12} />}
        live={{ connected, pollInterval: POLL_INTERVAL }}
      >
        {() => (
          <DecisionTable
            name="drops"
            label="Drops"
            columns={COLUMNS}
            rows={rows}
            all={rows}
            nameOf={nameOf}
            address={address}
            search={{
              label: "Search by Location ID",
              value: find,
              onChange: (text) => address.set("find", text),
              onBlur: address.flush,
            }}
            matches={matchesLocation}
            noMatches={
              <>
                <p>No location contains “{find.trim()}”</p>
                <Button onClick={() => address.set("find", "")}>Clear search</Button>
              </>
            }
            count={(listed) => {
              const shown = listed.length < rows.length ? `, ${formatNumber(listed.length)} shown` : "";
              const rest = data?.complete ? "" : ", loading the rest…";
              return `${formatCount(pending.length, "unconfirmed drop")}${shown}${rest}`;
            }}
            csvName={`drops-${day}.csv`}
            decisions={decisions}
            isComplete={({ reason }) => reason !== ""}
            bulk={BULK}
            canHave={(row, status) => statusesOf(row).includes(status)}
            ineligibleNote={(count) =>
              `${formatCount(count, "fridge row")} cannot be Complete and will stay unchanged.`
            }
            disabledReason={missingPermission("OverrideDrop") ?? (data?.complete ? undefined : INCOMPLETE)}
            onRefresh={() => void refetch()}
            refreshing={isFetching}
            submit={{
              label: "Confirm Override",
              field: "the drop status",
              busy: updating,
              onClick: (changed) => void override(changed),
            }}
          />
        )}
      </QueryView>
    </>
  );
}
