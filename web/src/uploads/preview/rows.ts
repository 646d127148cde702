/** Which of a checked file's lines are looked at, and in what order. */
import type { CheckedLine, Outcome } from "../rules/checked";

export type Show = Outcome | "all";
type Lines = readonly CheckedLine<unknown>[];

/** By the line, by a column of the file, or by what is said of the line. */
export interface PreviewSort {
  readonly by: "line" | "note" | number;
  readonly descending: boolean;
}

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** What is said of a line beside its cells. */
export function noteOf({ reasons, stored }: CheckedLine<unknown>): string {
  return reasons.length > 0 ? reasons.join(". ") : (stored ?? "");
}

export function previewRows(lines: Lines, show: Show, text: string, sort: PreviewSort | null): Lines {
  const wanted = text.trim().toLowerCase();
  const shown = lines.filter(
    (line) =>
      (show === "all" || line.outcome === show) &&
      (wanted === "" ||
        line.cells.some((cell) => cell.toLowerCase().includes(wanted)) ||
        noteOf(line).toLowerCase().includes(wanted)),
  );
  if (!sort) return shown;
  const direction = sort.descending ? -1 : 1;
  return shown.toSorted((a, b) => direction * compareBy(sort.by, a, b));
}

function compareBy(by: PreviewSort["by"], a: CheckedLine<unknown>, b: CheckedLine<unknown>): number {
  // What is not in the file comes after it.
  if (by === "line")
    return (a.line ?? Infinity) === (b.line ?? Infinity) ? 0 : (a.line ?? Infinity) - (b.line ?? Infinity);
  if (by === "note") return natural.compare(noteOf(a), noteOf(b));
  return natural.compare(a.cells[by] ?? "", b.cells[by] ?? "");
}

/** What a header that is pressed asks for: ascending, descending, then the file's order again. */
export function nextSort(by: PreviewSort["by"], sort: PreviewSort | null): PreviewSort | null {
  if (sort?.by !== by) return { by, descending: false };
  return sort.descending ? null : { by, descending: true };
}
