import { memo, useCallback, type ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { formatAge, formatTemperature } from "../../lib/formats";
import { directionOf, VirtualRow, VirtualTable, SortableHeader } from "../../ui/VirtualTable";
import { useVisibleRows } from "../../ui/useVisibleRows";
import { ProblemTags } from "../ProblemTags";
import { temperatureTone, vendingStateTone, type Tone } from "../rules/colors";
import { isSilent, lastReportTime } from "../rules/silence";
import { TonedValue } from "../TonedValue";
import type { Entry } from "./entries";
import { nextSort, type Sort, type SortColumn } from "./sort";
import "./worstTable.css";

interface Props {
  readonly entries: readonly Entry[];
  readonly now: number;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

interface Column {
  readonly id: SortColumn;
  readonly header: string;
  readonly cell: (entry: Entry, now: number) => ReactNode;
}

const NO_DATA = <span className="muted">No data</span>;

const tonedValue = (tone: Tone, text: string | null | undefined) =>
  text ? <TonedValue tone={tone}>{text}</TonedValue> : NO_DATA;

const COLUMNS: readonly Column[] = [
  {
    id: "id",
    header: "Fridge",
    cell: ({ id, prettyName }) => (
      <>
        <Link to={paths.fridgeHealth(id)}>{id}</Link> <span className="muted">{prettyName}</span>
      </>
    ),
  },
  { id: "severity", header: "Problems", cell: ({ problems }) => <ProblemTags problems={problems} /> },
  {
    id: "temperature",
    header: "Temperature",
    cell: ({ health }) => tonedValue(temperatureTone(health?.temperature), formatTemperature(health?.temperature)),
  },
  {
    id: "jofemarState",
    header: "Vending state",
    cell: ({ health }) => tonedValue(vendingStateTone(health?.jofemarState), health?.jofemarState),
  },
  {
    id: "reported",
    header: "Reported",
    cell: ({ health }, now) =>
      health ? tonedValue(isSilent(health, now) ? "red" : "none", formatAge(lastReportTime(health), now)) : NO_DATA,
  },
];

const HEIGHT = { line: 45, card: 117 };
const heightOfRow = () => HEIGHT;

/** A table of fridges in the given order. Renders only visible rows. */
export const WorstTable = memo(function WorstTable({ entries, now, sort, onSort }: Props) {
  const keyOf = useCallback((index: number) => entries[index]?.id ?? String(index), [entries]);
  const { rows, measureRow, bodyProps, scrollToTop } = useVisibleRows(entries.length, keyOf, heightOfRow);
  return (
    <VirtualTable
      label="Fridges"
      className="worst-table"
      count={entries.length}
      bodyProps={bodyProps}
      header={COLUMNS.map(({ id, header }) => (
        <SortableHeader
          key={id}
          column={id}
          sorted={directionOf(id, sort)}
          onSort={() => {
            scrollToTop();
            onSort(nextSort(id, sort));
          }}
        >
          {header}
        </SortableHeader>
      ))}
    >
      {rows.map((place) => {
        const entry = entries[place.index];
        return (
          entry && (
            <VirtualRow key={entry.id} visibleRow={place} measureRow={measureRow}>
              {COLUMNS.map(({ id, cell }) => (
                <div key={id} role={id === "id" ? "rowheader" : "cell"} data-column={id}>
                  {cell(entry, now)}
                </div>
              ))}
            </VirtualRow>
          )
        );
      })}
    </VirtualTable>
  );
});
