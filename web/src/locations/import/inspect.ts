/** Reads and validates a file. Runs in the web worker. */
import type { Column } from "../rules/customerRecord";
import { checkTable, type ImportContext, type ImportRow } from "./checkTable";
import { ImportError } from "./decode";
import { readFile } from "./readFile";
import { readTable } from "./table";

export interface InspectedFile {
  readonly header: readonly string[];
  readonly rows: readonly ImportRow[];
  /** Missing columns that have defaults. */
  readonly missingColumns: readonly Column[];
}

export type Inspection =
  { readonly ok: true; readonly file: InspectedFile } | { readonly ok: false; readonly message: string };

export async function inspect(bytes: ArrayBuffer, context: ImportContext): Promise<Inspection> {
  try {
    const result = readTable(await readFile(bytes));
    if (!result.ok) return result;
    const { header, missingColumns } = result.table;
    return { ok: true, file: { header, rows: checkTable(result.table, context), missingColumns } };
  } catch (error) {
    if (error instanceof ImportError) return { ok: false, message: error.message };
    throw error;
  }
}
