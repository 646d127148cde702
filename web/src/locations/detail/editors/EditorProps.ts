import type { EditableRow } from "../../rules/attributes";
import type { Draft } from "../draft";

/** What an editor of a value is given, whichever it is. */
export interface EditorProps {
  readonly row: EditableRow;
  readonly draft: Draft;
  /** @param field the attribute, or the part of it, that was touched */
  readonly onChange: (draft: Draft, field: string) => void;
  /** The location; absent where several get the value. */
  readonly locationId?: string;
  /** What is wrong with a field, once it was touched. */
  readonly errorOf: (field: string) => string | undefined;
}
