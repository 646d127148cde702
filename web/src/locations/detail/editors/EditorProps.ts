import type { EditableRow } from "../../rules/attributes";
import type { Draft } from "../draft";

/** The props of every value editor. */
export interface EditorProps {
  readonly row: EditableRow;
  readonly draft: Draft;
  /** @param field the touched attribute or part of it */
  readonly onChange: (draft: Draft, field: string) => void;
  /** The id of the location; absent if the value applies to several locations. */
  readonly locationId?: string;
  /** The error of a field, after it was touched. */
  readonly errorOf: (field: string) => string | undefined;
}
