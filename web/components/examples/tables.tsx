import { useState } from "react";
import { formatDateTime } from "../../src/lib/formats";
import { Button } from "../../src/ui/Button";
import {
  actions,
  DataTable,
  dateTime,
  id,
  number,
  status,
  tableColumns,
  text,
  useSelection,
  type Tone,
} from "../../src/ui/table";

interface Fridge {
  readonly id: string;
  readonly name: string;
  readonly route: string;
  readonly stop: number;
  readonly reported: string;
  readonly state: string;
}

const STATES = ["LIVE", "OFFLINE", "DEAD"];
const TONES: Readonly<Record<string, Tone>> = { LIVE: "positive", OFFLINE: "warning", DEAD: "negative" };
const fridges = (count: number): readonly Fridge[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `IL_${String(index + 1).padStart(4, "0")}`,
    name: `Lobby ${String(index + 1)}, next to the elevators of the north entrance`,
    route: index % 2 === 0 ? "amber" : "birch",
    stop: index + 1,
    reported: new Date(Date.UTC(2026, 10, 21, 16, 0, index)).toISOString(),
    state: STATES[index % STATES.length] ?? "",
  }));

const COLUMNS = tableColumns<Fridge>([
  id("id", { label: "Fridge", value: (row) => row.id, to: (row) => `/?fridge=${row.id}`, rowHeader: true }),
  text("name", { label: "Name", value: (row) => row.name }),
  number("stop", { label: "Stop", value: (row) => row.stop }),
  dateTime("reported", { label: "Last reported", value: (row) => row.reported, format: formatDateTime }),
  status("state", { label: "State", value: (row) => row.state, tone: (row) => TONES[row.state] ?? "neutral" }),
  actions("open", {
    label: "Action",
    cell: (row) => (
      <Button variant="link" aria-label={`Restart ${row.id}`}>
        Restart
      </Button>
    ),
  }),
]);
const FEW = fridges(4);
const MANY = fridges(1000);
const rowId = (row: Fridge) => row.id;

export function SelectableTable() {
  const [query, setQuery] = useState("");
  const selection = useSelection();
  return (
    <DataTable
      name="components-selection"
      label="Fridges"
      columns={COLUMNS}
      rows={FEW}
      rowId={rowId}
      search={{ label: "Find a fridge", value: query, onChange: setQuery, landmark: "Fridges" }}
      noMatches="No matches"
      csvName="fridges"
      defaultSort="-stop"
      selection={{
        ...selection,
        label: (row) => `Select ${row.id}`,
        disabledReason: (row) => (row.stop === 2 ? "Already sent" : undefined),
        actions: (rows) => <Button variant="primary">Restart {rows.length}</Button>,
      }}
    />
  );
}

export function GroupedTable() {
  return (
    <DataTable
      name="components-groups"
      label="Fridges by route"
      columns={COLUMNS}
      rows={FEW}
      rowId={rowId}
      groups={{
        of: (row) => row.route,
        header: ({ rows }) => `Route ${rows[0]?.route ?? ""}`,
        summary: ({ rows }) => `${String(rows.length)} fridges`,
      }}
      onLoadMore={() => undefined}
    />
  );
}

export function LongTable() {
  return (
    <DataTable
      name="components-long"
      label="All fridges"
      columns={COLUMNS}
      rows={MANY}
      rowId={rowId}
      height={240}
      csvName="all fridges"
    />
  );
}

export function EmptyTables() {
  return (
    <>
      <DataTable
        name="components-empty"
        label="No fridges"
        columns={COLUMNS}
        rows={[]}
        rowId={rowId}
        empty="No fridges"
      />
      <DataTable
        name="components-search"
        label="No matching fridges"
        columns={COLUMNS}
        rows={FEW}
        rowId={rowId}
        search={{ label: "Find", value: "none", onChange: () => undefined }}
        noMatches="No fridges match the search"
      />
    </>
  );
}

export function PlainTable() {
  return (
    <DataTable
      name="components-plain"
      label="Two fridges"
      plain
      columns={COLUMNS}
      rows={FEW.slice(0, 2)}
      rowId={rowId}
    />
  );
}
