import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "react-router";
import { fridgeChannel } from "../api/channels";
import { messageOf } from "../api/errors";
import { livePollInterval, useLive } from "../api/live";
import { followFridgeQuery } from "../health/followFridge";
import { formatCount, formatDateTimeWithCentral } from "../lib/formats";
import { useNow } from "../lib/useNow";
import { useUrlState } from "../lib/useUrlState";
import { timeZoneOf } from "../locations/rules/options";
import { useLocationIfPermitted } from "../locations/useLocationIfPermitted";
import { useWorkspace } from "../locations/workspace";
import { RequirePermission } from "../session/RequirePermission";
import { RefreshButton } from "../ui/RefreshButton";
import { onDemand } from "../ui/onDemand";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { Muted } from "../ui/text";
import { SlotDialog } from "./grid/SlotDialog";
import { SlotGrid } from "./grid/SlotGrid";
import { StockSummary } from "./grid/StockSummary";
import { INVENTORY_FAILURE, INVENTORY_POLL_INTERVAL, inventoryQuery } from "./inventory";
import { buildRows } from "./rules/slots";

const FridgeIdForm = onDemand(async () => (await import("./FridgeIdForm")).FridgeIdForm);

/** The inventory of one fridge, slot by slot (INV-1, INV-2). */
export default function FridgeInventoryPage() {
  const id = useParams().id ?? "";
  return (
    <RequirePermission title="Fridge Inventory" {...FORBIDDEN}>
      {id ? <Inventory key={id} id={id} /> : <FridgeIdForm />}
    </RequirePermission>
  );
}

const FORBIDDEN = { activity: "view fridge inventory", permission: "GetInventoryForLocation" } as const;

function Inventory({ id }: { readonly id: string }) {
  const now = useNow();
  const client = useQueryClient();
  const { address, set } = useUrlState("slot");
  const reload = () => client.invalidateQueries({ queryKey: inventoryQuery(id).queryKey }, { throwOnError: true });
  const reloadAfterReport = async () => {
    // A fridge without an inventory cannot be followed, so the page follows it after the first one.
    const isFirst = client.getQueryData(inventoryQuery(id).queryKey) === undefined;
    if (isFirst) await client.refetchQueries(followFridgeQuery(id));
    await reload();
  };
  const { connected: isFollowed } = useWorkspace();
  // Inventories are published only while the workspace follows the fridge.
  const channel = isFollowed ? fridgeChannel(id) : null;
  const { connected } = useLive(
    [channel],
    { inventory: reloadAfterReport },
    () => void reload().catch(() => undefined),
  );
  const inventory = useQuery({
    ...inventoryQuery(id),
    refetchInterval: livePollInterval(connected, INVENTORY_POLL_INTERVAL),
  });
  const { location } = useLocationIfPermitted(id);
  const zone = timeZoneOf(location?.timeZone ?? "").iana;
  const { data, error, isFetching, refetch } = inventory;
  const rows = useMemo(() => (data ? buildRows(data, now) : []), [data, now]);
  const slots = rows.flatMap(({ lines }) => lines.flat());
  const open = slots.find(({ coordinate }) => coordinate === address.get("slot"));
  const close = () => set("slot", "");
  return (
    <QueryPage
      title={`Inventory of ${id}`}
      aside={
        <>
          {data && <InventoryAge timestamp={data.timestamp} now={now} connected={connected} zone={zone} />}
          <RefreshButton onRefresh={() => void refetch()} refreshing={isFetching} />
        </>
      }
      query={inventory}
      label={`the inventory of ${id}`}
      error={INVENTORY_FAILURE}
      forbidden={FORBIDDEN}
      notFound={{ title: messageOf(error, "Inventory not found") }}
      isEmpty={() => slots.length === 0}
      empty={{ title: "This fridge reported no slots" }}
      skeleton={<Skeleton label={`the inventory of ${id}`} rows={10} />}
    >
      {() => (
        <>
          <StockSummary slots={slots} />
          <SlotGrid rows={rows} onOpen={(coordinate) => set("slot", coordinate)} />
          {open && <SlotDialog slot={open} zone={zone} onClose={close} />}
        </>
      )}
    </QueryPage>
  );
}

interface AgeProps {
  readonly timestamp: string;
  readonly now: number;
  readonly connected: boolean;
  /** The IANA name of the fridge's zone. */
  readonly zone: string;
}

/** The minutes since the inventory's timestamp (INV-2). */
function InventoryAge({ timestamp, now, connected, zone }: AgeProps) {
  const minutes = Math.max(0, Math.floor((now - Date.parse(timestamp)) / 60_000));
  return (
    <span>
      Inventory from <strong>{formatCount(minutes, "minute")} ago</strong>{" "}
      <Muted>
        ({formatDateTimeWithCentral(timestamp, { zone })}; {connected ? "live" : "updates every minute"})
      </Muted>
    </span>
  );
}
