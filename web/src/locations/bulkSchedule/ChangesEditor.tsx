import type { FieldError } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { ValueEditor } from "../detail/editors/ValueEditor";
import { BULK_ROWS, newEdit, type BulkEdit } from "./edits";

interface Props {
  readonly edits: readonly BulkEdit[];
  /** What is wrong with each. */
  readonly faults: readonly (readonly FieldError[])[];
  readonly onChange: (edits: readonly BulkEdit[]) => void;
}

/** Which properties change, and to what: by the editors of a location's own page. */
export function ChangesEditor({ edits, faults, onChange }: Props) {
  const free = BULK_ROWS.filter((row) => !edits.some((edit) => edit.row === row));
  return (
    <section className="bulk-part" aria-labelledby="bulk-changes">
      <h2 id="bulk-changes">Changes</h2>
      {edits.map((edit, index) => {
        const { row, draft, touched } = edit;
        return (
          <section key={row.attribute} className="bulk-edit" aria-label={`Change of ${row.label}`}>
            <div className="edit-form">
              <ValueEditor
                row={row}
                draft={draft}
                onChange={(next, field) =>
                  onChange(edits.with(index, { row, draft: next, touched: new Set([...touched, field]) }))
                }
                errorOf={(field) => errorOf(field, edit, faults[index] ?? [])}
              />
            </div>
            <Button
              look="quiet"
              aria-label={`Remove ${row.label}`}
              onClick={() => onChange(edits.filter((other) => other !== edit))}
            >
              Remove
            </Button>
          </section>
        );
      })}
      <Field label="Add a property">
        {(control) => (
          <select
            {...control}
            value=""
            onChange={({ target }) => {
              const row = free.find(({ attribute }) => attribute === target.value);
              if (row) onChange([...edits, newEdit(row)]);
            }}
          >
            <option value="">Choose a property</option>
            {free.map(({ attribute, label }) => (
              <option key={attribute} value={attribute}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </section>
  );
}

function errorOf(field: string, { touched }: BulkEdit, faults: readonly FieldError[]): string | undefined {
  if (!touched.has(field)) return undefined;
  const messages = faults.filter((fault) => fault.field === field).map(({ message }) => message);
  return messages.length > 0 ? messages.join("\n") : undefined;
}
