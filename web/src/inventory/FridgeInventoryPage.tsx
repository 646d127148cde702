import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { paths } from "../lib/paths";
import { formatCount, formatDateTime } from "../lib/formats";
import { fridgeChannel } from "../api/channels";
import { messageOf } from "../api/errors";
import { livePollInterval, useLive } from "../api/live";
import { locationQuery } from "../locations/locationQuery";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { Page } from "../ui/Page";
import { useUrlState } from "../lib/useUrlState";
import { useNow } from "../lib/useNow";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { RequirePermission } from "../session/RequirePermission";
import { SlotDialog } from "./grid/SlotDialog";
import { SlotGrid } from "./grid/SlotGrid";
import { StockSummary } from "./grid/StockSummary";
import { INVENTORY_FAILURE, INVENTORY_POLL_INTERVAL, inventoryQuery } from "./inventory";
import { buildRows } from "./rules/slots";

/** The age is shown in minutes, so the clock ticks more often than that. */
const CLOCK_INTERVAL = 15_000;

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

/** Asks for a fridge id if the URL has none. */
function FridgeIdForm() {
  const navigate = useNavigate();
  const [id, setId] = useState("");
  return (
    <Page title="Fridge Inventory">
      <form
        className="fridge-id-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (id.trim()) void navigate(paths.inventory(id.trim()));
        }}
      >
        <Field label="Fridge ID">
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={id}
              onChange={(event) => setId(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" disabledReason={id.trim() ? undefined : "Enter a fridge ID first"}>
          Show inventory
        </Button>
      </form>
      <p>
        <Link to={paths.locations}>All locations</Link>
      </p>
    </Page>
  );
}

function Inventory({ id }: { readonly id: string }) {
  const now = useNow(CLOCK_INTERVAL);
  const client = useQueryClient();
  const { address, set } = useUrlState("slot");
  const reload = () => client.invalidateQueries({ queryKey: inventoryQuery(id).queryKey }, { throwOnError: true });
  const { connected } = useLive([fridgeChannel(id)], { inventory: reload }, () => void reload().catch(() => undefined));
  const inventory = useQuery({
    ...inventoryQuery(id),
    refetchInterval: livePollInterval(connected, INVENTORY_POLL_INTERVAL),
  });
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
          {data && <InventoryAge timestamp={data.timestamp} now={now} connected={connected} />}
          <nav className="inventory-links" aria-label="This fridge">
            <Link to={paths.location(id)}>Location</Link>
            <Link to={paths.fridgeHealth(id)}>Health</Link>
            <Link to={paths.locations}>All locations</Link>
          </nav>
          <Button onClick={() => void refetch()} busy={isFetching} busyText="Refreshing…">
            Refresh
          </Button>
        </>
      }
      toolbar={<LocationName id={id} />}
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
          {open && <SlotDialog slot={open} onClose={close} />}
        </>
      )}
    </QueryPage>
  );
}

interface AgeProps {
  readonly timestamp: string;
  readonly now: number;
  readonly connected: boolean;
}

/** The minutes since the inventory's timestamp (INV-2). */
function InventoryAge({ timestamp, now, connected }: AgeProps) {
  const minutes = Math.max(0, Math.floor((now - Date.parse(timestamp)) / 60_000));
  return (
    <span className="inventory-age">
      Inventory from <strong>{formatCount(minutes, "minute")} ago</strong>{" "}
      <span className="muted">
        ({formatDateTime(timestamp)}; {connected ? "live" : "updates every minute"})
      </span>
    </span>
  );
}

/** The location's name, if the user has permission to view it. */
function LocationName({ id }: { readonly id: string }) {
  const { isLoaded, may } = useMyPermissions();
  const location = useQuery({ ...locationQuery(id), enabled: isLoaded && may("GetSpecificLocation") });
  return location.data ? <p className="inventory-name">{location.data.prettyName}</p> : null;
}
