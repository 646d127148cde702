import type { CsvColumn } from "../../lib/csv";
import { businessDay } from "../../lib/day";
import { ATTRIBUTE_LABELS, attributesOf, UNKNOWN_VALUE, type AttributeValue } from "../rules/attributes";
import type { Entry } from "./entries";
import type { Reports } from "./fleetHealth";

export function healthCsvName(): string {
  return `fridge-health-${businessDay()}.csv`;
}

/** The columns of the exported fridges: all attributes of their full reports, without the unknown ones. */
export function healthCsvColumns(reports: Reports, now: number): readonly CsvColumn<Entry>[] {
  const attributes = new Map<Entry, readonly AttributeValue[]>();
  const valueOf = (entry: Entry, name: string) => {
    const report = reports.get(entry.id);
    const known = attributes.get(entry) ?? (report ? attributesOf(report, now) : []);
    attributes.set(entry, known);
    return known.find((attribute) => attribute.name === name)?.value;
  };
  return [
    { header: "id", value: ({ id }) => id },
    { header: "prettyName", value: ({ prettyName }) => prettyName },
    { header: "problems", value: ({ problems }) => problems.map(({ label }) => label).join(", ") },
    ...ATTRIBUTE_LABELS.map(({ name, label }): CsvColumn<Entry> => ({
      header: label,
      value: (entry) => {
        const value = valueOf(entry, name);
        return value === UNKNOWN_VALUE ? null : value;
      },
    })),
  ];
}
