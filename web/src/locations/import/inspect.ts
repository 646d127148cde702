/** From a chosen file to its checked rows: what the worker does. */
import type { Column } from "../rules/customerRecord";
import { checkTable, type ImportContext, type ImportRow } from "./checkTable";
import { ImportFault } from "./decode";
import { readFile } from "./readFile";
import { readTable } from "./table";

export interface Inspected {
  readonly header: readonly string[];
  readonly rows: readonly ImportRow[];
  /** Columns that the file lacks, with defaults instead. */
  readonly absent: readonly Column[];
}

export type Inspection =
  { readonly ok: true; readonly inspected: Inspected } | { readonly ok: false; readonly message: string };

export async function inspect(bytes: ArrayBuffer, context: ImportContext): Promise<Inspection> {
  try {
    const read = readTable(await readFile(bytes));
    if (!read.ok) return read;
    const { header, absent } = read.table;
    return { ok: true, inspected: { header, rows: checkTable(read.table, context), absent } };
  } catch (error) {
    if (error instanceof ImportFault) return { ok: false, message: error.message };
    throw error;
  }
}
