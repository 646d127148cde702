/** Filters and sorts the lines of a checked file. */
import type { CheckedLine, Outcome } from "../rules/checked";

export type Show = Outcome | "all";
type Lines = readonly CheckedLine<unknown>[];

/** Sorts by line number, by the note, or by the column with this index. */
export interface PreviewSort {
  readonly by: "line" | "note" | number;
  readonly descending: boolean;
}

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The reasons for a rejection, or a description of the stored record. */
export function noteOf({ reasons, stored }: CheckedLine<unknown>): string {
  return reasons.length > 0 ? reasons.join(". ") : (stored ?? "");
}

export function previewRows(lines: Lines, show: Show, text: string, sort: PreviewSort | null): Lines {
  const query = text.trim().toLowerCase();
  const matches = lines.filter(
    (line) =>
      (show === "all" || line.outcome === show) &&
      (query === "" ||
        line.cells.some((cell) => cell.toLowerCase().includes(query)) ||
        noteOf(line).toLowerCase().includes(query)),
  );
  if (!sort) return matches;
  const direction = sort.descending ? -1 : 1;
  return matches.toSorted((a, b) => direction * compareBy(sort.by, a, b));
}

function compareBy(by: PreviewSort["by"], a: CheckedLine<unknown>, b: CheckedLine<unknown>): number {
  // Removed records come after the lines of the file.
  if (by === "line")
    return (a.line ?? Infinity) === (b.line ?? Infinity) ? 0 : (a.line ?? Infinity) - (b.line ?? Infinity);
  if (by === "note") return natural.compare(noteOf(a), noteOf(b));
  return natural.compare(a.cells[by] ?? "", b.cells[by] ?? "");
}

/** The next sort order when a header is clicked: ascending, then descending, then the order of the file. */
export function nextSort(by: PreviewSort["by"], sort: PreviewSort | null): PreviewSort | null {
  if (sort?.by !== by) return { by, descending: false };
  return sort.descending ? null : { by, descending: true };
}
