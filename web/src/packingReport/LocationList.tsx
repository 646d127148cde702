import { useCallback } from "react";
import { useNarrow } from "../ui/useNarrow";
import { useRowsInBox } from "../ui/useRowsInBox";
import type { ReportLocation } from "./rules/report";

interface Props {
  readonly locations: readonly ReportLocation[];
  /** Null: all of them together. */
  readonly chosen: string | null;
  readonly onChoose: (location: string | null) => void;
}

const ROW = { line: 44, card: 44 };
const HEIGHT = { wide: 560, narrow: 220 };

/** 'Summary' and each location with its driver. Only what is in sight of thousands is drawn. */
export function LocationList({ locations, chosen, onChoose }: Props) {
  const keyOf = useCallback((index: number) => locations[index - 1]?.location ?? " summary", [locations]);
  const height = useNarrow() ? HEIGHT.narrow : HEIGHT.wide;
  // Rows of one height are not measured: hidden while the needs are printed, they would have none.
  const { rows, boxProps, bodyProps } = useRowsInBox(locations.length + 1, keyOf, ROW, height);
  return (
    <div {...boxProps} className="packing-box">
      <ul {...bodyProps} className="packing-list" aria-label="Locations of the report">
        {rows.map(({ index, offset }) => {
          const row = locations[index - 1] ?? null;
          const current = row === null ? chosen === null : row.location === chosen;
          return (
            <li
              key={keyOf(index)}
              data-index={index}
              style={{ transform: `translateY(${offset}px)` }}
              aria-setsize={locations.length + 1}
              aria-posinset={index + 1}
            >
              <button type="button" aria-current={current || undefined} onClick={() => onChoose(row?.location ?? null)}>
                <span>{row ? row.location : "Summary"}</span>
                <span className="muted">{row ? (row.driver ?? "No driver") : "All locations"}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
