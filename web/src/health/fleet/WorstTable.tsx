import { memo, useCallback, type ReactNode } from "react";
import { Link } from "react-router";
import { ageOf } from "../../ui/age";
import { directionOf, LongRow, LongTable, SortableHeader } from "../../ui/LongTable";
import { useRowsInSight } from "../../ui/useRowsInSight";
import { ProblemTags } from "../ProblemTags";
import { healthAddress } from "../address";
import { temperatureTone, vendingStateTone, type Tone } from "../rules/colours";
import { degrees } from "../rules/degrees";
import { isSilent, lastHeard } from "../rules/silence";
import { ToneMark } from "../ToneMark";
import type { Entry } from "./entries";
import { nextSort, type Sort, type SortColumn } from "./order";
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

const mark = (tone: Tone, text: string | null | undefined) =>
  text ? <ToneMark tone={tone}>{text}</ToneMark> : NO_DATA;

const COLUMNS: readonly Column[] = [
  {
    id: "id",
    header: "Fridge",
    cell: ({ id, prettyName }) => (
      <>
        <Link to={healthAddress(id)}>{id}</Link> <span className="muted">{prettyName}</span>
      </>
    ),
  },
  { id: "severity", header: "Problems", cell: ({ problems }) => <ProblemTags problems={problems} /> },
  {
    id: "temperature",
    header: "Temperature",
    cell: ({ health }) => mark(temperatureTone(health?.temperature), degrees(health?.temperature)),
  },
  {
    id: "jofemarState",
    header: "Vending state",
    cell: ({ health }) => mark(vendingStateTone(health?.jofemarState), health?.jofemarState),
  },
  {
    id: "reported",
    header: "Reported",
    cell: ({ health }, now) =>
      health ? mark(isSilent(health, now) ? "red" : "none", ageOf(lastHeard(health), now)) : NO_DATA,
  },
];

const HEIGHT = { line: 45, card: 117 };
const heightOfRow = () => HEIGHT;

/** The fridges in the order in which they come. Only what is in sight is drawn. */
export const WorstTable = memo(function WorstTable({ entries, now, sort, onSort }: Props) {
  const keyOf = useCallback((index: number) => entries[index]?.id ?? String(index), [entries]);
  const { rows, measureRow, bodyProps, scrollToTop } = useRowsInSight(entries.length, keyOf, heightOfRow);
  return (
    <LongTable
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
            <LongRow key={entry.id} inSight={place} measureRow={measureRow}>
              {COLUMNS.map(({ id, cell }) => (
                <div key={id} role={id === "id" ? "rowheader" : "cell"} data-column={id}>
                  {cell(entry, now)}
                </div>
              ))}
            </LongRow>
          )
        );
      })}
    </LongTable>
  );
});
