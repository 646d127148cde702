import { useCallback } from "react";
import { useIsNarrowScreen } from "../lib/useIsNarrowScreen";
import { useVisibleRowsInContainer } from "../ui/useVisibleRowsInContainer";
import type { ReportLocation } from "./rules/report";

interface Props {
  readonly locations: readonly ReportLocation[];
  /** Null selects the summary. */
  readonly selected: string | null;
  readonly onSelect: (location: string | null) => void;
}

const ROW = { line: 44, card: 44 };
const HEIGHT = { wide: 560, narrow: 220 };

/** Lists the summary and each location with its driver. Only visible rows are rendered, because there can be thousands. */
export function LocationList({ locations, selected, onSelect }: Props) {
  const keyOf = useCallback((index: number) => locations[index - 1]?.location ?? " summary", [locations]);
  const height = useIsNarrowScreen() ? HEIGHT.narrow : HEIGHT.wide;
  // All rows have a fixed height. Measuring would fail while the list is hidden for printing.
  const { rows, containerProps, bodyProps } = useVisibleRowsInContainer(locations.length + 1, keyOf, ROW, height);
  return (
    <div {...containerProps} className="packing-box">
      <ul {...bodyProps} className="packing-list" aria-label="Locations of the report">
        {rows.map(({ index, offset }) => {
          const row = locations[index - 1] ?? null;
          const current = row === null ? selected === null : row.location === selected;
          return (
            <li
              key={keyOf(index)}
              data-index={index}
              style={{ transform: `translateY(${offset}px)` }}
              aria-setsize={locations.length + 1}
              aria-posinset={index + 1}
            >
              <button type="button" aria-current={current || undefined} onClick={() => onSelect(row?.location ?? null)}>
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
