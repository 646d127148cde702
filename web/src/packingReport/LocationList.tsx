import { useCallback, useState } from "react";
import { useMedia } from "../lib/media";
import { useRowWindow } from "../ui/table/useRowWindow";
import { Muted } from "../ui/text";
import styles from "./locationList.module.css";
import type { ReportLocation } from "./rules/report";

interface Props {
  readonly locations: readonly ReportLocation[];
  /** Null selects the summary. */
  readonly selected: string | null;
  readonly onSelect: (location: string | null) => void;
}

/** In pixels. The text of a row is a single line, so all rows have the same height. */
const ROW_HEIGHT = 44;
const HEIGHT = { wide: 560, narrow: 220 };

/** Lists the summary and each location with its driver. Only visible rows are rendered, because there can be thousands. */
export function LocationList({ locations, selected, onSelect }: Props) {
  const keyAt = useCallback((index: number) => locations[index - 1]?.location ?? " summary", [locations]);
  const height = useMedia("narrow") ? HEIGHT.narrow : HEIGHT.wide;
  const count = locations.length + 1;
  const [focused, setFocused] = useState<number | null>(null);
  const { isVirtual, visibleRows, totalHeight, box } = useRowWindow({
    count,
    keyAt,
    estimatedHeight: ROW_HEIGHT,
    inDialog: false,
    height,
    // The focused row and its neighbors stay rendered, so that Tab continues from it.
    keptIndexes: focused === null ? [] : [focused - 1, focused, focused + 1],
  });
  return (
    <div ref={box} className={styles.box} style={{ maxBlockSize: height }} onBlur={() => setFocused(null)}>
      <ul
        className={styles.list}
        data-virtual={isVirtual || undefined}
        style={{ blockSize: totalHeight }}
        aria-label="Locations of the report"
      >
        {visibleRows.map(({ index, offset }) => {
          const row = locations[index - 1] ?? null;
          const current = row === null ? selected === null : row.location === selected;
          return (
            <li
              key={keyAt(index)}
              style={isVirtual ? { transform: `translateY(${offset}px)` } : undefined}
              aria-setsize={count}
              aria-posinset={index + 1}
            >
              <button
                type="button"
                aria-current={current || undefined}
                onFocus={() => setFocused(index)}
                onClick={() => onSelect(row?.location ?? null)}
              >
                <span>{row ? row.location : "Summary"}</span>
                <Muted>{row ? (row.driver ?? "No driver") : "All locations"}</Muted>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
