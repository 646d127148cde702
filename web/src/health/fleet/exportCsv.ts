import { downloadCsv, toCsv, type CsvColumn } from "../../lib/csv";
import { ATTRIBUTE_LABELS, attributesOf, UNKNOWN_VALUE } from "../rules/attributes";
import type { Entry } from "./entries";

const FIXED_COLUMNS: readonly CsvColumn<Entry>[] = [
  { header: "id", value: ({ id }) => id },
  { header: "prettyName", value: ({ prettyName }) => prettyName },
  { header: "problems", value: ({ problems }) => problems.map(({ label }) => label).join(", ") },
];

export function healthCsv(entries: readonly Entry[], now: number): string {
  const attributes = new Map(entries.map(({ id, health }) => [id, health ? attributesOf(health, now) : []]));
  const columns = ATTRIBUTE_LABELS.map(({ name, label }): CsvColumn<Entry> => ({
    header: label,
    value: ({ id }) => {
      const value = attributes.get(id)?.find((attribute) => attribute.name === name)?.value;
      return value === undefined || value === UNKNOWN_VALUE ? null : value;
    },
  }));
  return toCsv([...FIXED_COLUMNS, ...columns], entries);
}

/** Downloads the listed fridges as CSV. */
export function exportHealth(entries: readonly Entry[], now: number): void {
  downloadCsv(`fridge-health-${new Date(now).toISOString().slice(0, 10)}.csv`, healthCsv(entries, now));
}
