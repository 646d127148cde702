import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { fridgeChannel } from "../api/channels";
import { ApiError, isForbidden, messageOf } from "../api/errors";
import { pollEvery, useLive } from "../api/live";
import { locationQuery } from "../locations/locationQuery";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { businessTime } from "../ui/businessTime";
import { Field } from "../ui/Field";
import { Page } from "../ui/Page";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { useAddress } from "../ui/useAddress";
import { useNow } from "../ui/useNow";
import { SlotDialog } from "./grid/SlotDialog";
import { SlotGrid } from "./grid/SlotGrid";
import { StockSummary } from "./grid/StockSummary";
import { INVENTORY_FAILURE, INVENTORY_POLL, inventoryQuery } from "./inventory";
import { rowsOf } from "./rules/slots";

/** The age is told in minutes. */
const TICK = 15_000;

/** What is in one fridge, slot by slot (spec of planning and reporting, section 2). */
export default function FridgeInventoryPage() {
  const { may } = useMyPermissions();
  const id = useParams().id ?? "";
  if (!may("GetInventoryForLocation")) {
    return (
      <Page title="Fridge Inventory">
        <Forbidden to="see what is in fridges" />
      </Page>
    );
  }
  return id ? <Inventory key={id} id={id} /> : <WhichFridge />;
}

/** An address without a fridge's id asks for one. */
function WhichFridge() {
  const navigate = useNavigate();
  const [id, setId] = useState("");
  return (
    <Page title="Fridge Inventory">
      <form
        className="which-fridge"
        onSubmit={(event) => {
          event.preventDefault();
          if (id.trim()) void navigate(`/locations/inventory/${encodeURIComponent(id.trim())}`);
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
        <Button type="submit" look="primary" disabledReason={id.trim() ? undefined : "Type the id of a fridge first"}>
          Show inventory
        </Button>
      </form>
      <p>
        <Link to="/locations/all">All locations</Link>
      </p>
    </Page>
  );
}

function Inventory({ id }: { readonly id: string }) {
  const now = useNow(TICK);
  const client = useQueryClient();
  const { address, set } = useAddress("slot");
  const ask = () => client.invalidateQueries({ queryKey: inventoryQuery(id).queryKey }, { throwOnError: true });
  const { connected } = useLive([fridgeChannel(id)], { inventory: ask }, () => void ask().catch(() => undefined));
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...inventoryQuery(id),
    refetchInterval: pollEvery(connected, INVENTORY_POLL),
  });
  const rows = useMemo(() => (data ? rowsOf(data, now) : []), [data, now]);
  const slots = rows.flatMap(({ lines }) => lines.flat());
  const open = slots.find(({ coordinate }) => coordinate === address.get("slot"));
  const missing = error instanceof ApiError && error.kind === "notFound";
  const close = () => set("slot", "");
  return (
    <Page
      title={`Inventory of ${id}`}
      aside={
        <>
          {data && <InventoryAge timestamp={data.timestamp} now={now} connected={connected} />}
          <nav className="inventory-links" aria-label="This fridge">
            <Link to={`/locations/detail/${encodeURIComponent(id)}`}>Location</Link>
            <Link to={`/locations/health/${encodeURIComponent(id)}`}>Health</Link>
            <Link to="/locations/all">All locations</Link>
          </nav>
          <Button onClick={() => void refetch()} busy={isFetching} busyText="Refreshing…">
            Refresh
          </Button>
        </>
      }
    >
      <Name id={id} />
      {isForbidden(error) && <Forbidden to="see what is in fridges" error={error} />}
      {missing && (
        <Empty>
          <p>{messageOf(error, "There is no such inventory")}</p>
        </Empty>
      )}
      {error && !missing && !isForbidden(error) && (
        <Failure message={messageOf(error, INVENTORY_FAILURE)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {isPending && <Loading what={`the inventory of ${id}`} />}
      {data && slots.length === 0 && <Empty>This fridge told of no slots.</Empty>}
      {slots.length > 0 && (
        <>
          <StockSummary slots={slots} />
          <SlotGrid rows={rows} onOpen={(coordinate) => set("slot", coordinate)} />
        </>
      )}
      {open && <SlotDialog slot={open} onClose={close} />}
    </Page>
  );
}

interface AgeProps {
  readonly timestamp: string;
  readonly now: number;
  readonly connected: boolean;
}

/** The minutes since the inventory was so (spec of planning and reporting, section 4). */
function InventoryAge({ timestamp, now, connected }: AgeProps) {
  const minutes = Math.max(0, Math.floor((now - Date.parse(timestamp)) / 60_000));
  return (
    <span className="inventory-age">
      Inventory from{" "}
      <strong>
        {minutes.toLocaleString("en-US")} {minutes === 1 ? "minute" : "minutes"} ago
      </strong>{" "}
      <span className="muted">
        ({businessTime(timestamp)}; {connected ? "live" : "asked every minute"})
      </span>
    </span>
  );
}

/** What the location is called, for who may see that. */
function Name({ id }: { readonly id: string }) {
  const { known, may } = useMyPermissions();
  const location = useQuery({ ...locationQuery(id), enabled: known && may("GetSpecificLocation") });
  return location.data ? <p className="inventory-name">{location.data.prettyName}</p> : null;
}
