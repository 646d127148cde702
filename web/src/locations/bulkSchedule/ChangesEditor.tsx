import type { FieldError } from "../../api/errors";
import { Button } from "../../ui/Button";
import { SelectField } from "../../ui/form/SelectField";
import { Panel } from "../../ui/Panel";
import { ValueEditor } from "../detail/editors/ValueEditor";
import styles from "./changesEditor.module.css";
import { BULK_EDITABLE_ROWS, createEdit, type BulkEdit } from "./edits";

interface Props {
  readonly edits: readonly BulkEdit[];
  /** The validation errors of each edit. */
  readonly errors: readonly (readonly FieldError[])[];
  readonly onChange: (edits: readonly BulkEdit[]) => void;
}

/** Selects the properties to change and their new values, with the editors of the location detail page. */
export function ChangesEditor({ edits, errors, onChange }: Props) {
  const unused = BULK_EDITABLE_ROWS.filter((row) => !edits.some((edit) => edit.row === row));
  return (
    <Panel title="Changes">
      {edits.map((edit, index) => {
        const { row, draft, touched } = edit;
        return (
          <section key={row.attribute} className={styles.change} aria-label={`${row.label} change`}>
            <div className={styles.fields}>
              <ValueEditor
                row={row}
                draft={draft}
                onChange={(next, field) =>
                  onChange(edits.with(index, { row, draft: next, touched: new Set([...touched, field]) }))
                }
                errorOf={(field) => errorOf(field, edit, errors[index] ?? [])}
              />
            </div>
            <Button
              variant="link"
              aria-label={`Remove ${row.label}`}
              onClick={() => onChange(edits.filter((other) => other !== edit))}
            >
              Remove
            </Button>
          </section>
        );
      })}
      <SelectField
        label="Add a property"
        value=""
        onChange={(value) => {
          const row = unused.find(({ attribute }) => attribute === value);
          if (row) onChange([...edits, createEdit(row)]);
        }}
        emptyLabel="Select a property"
        options={unused.map(({ attribute, label }) => ({ value: attribute, label }))}
      />
    </Panel>
  );
}

function errorOf(field: string, { touched }: BulkEdit, errors: readonly FieldError[]): string | undefined {
  if (!touched.has(field)) return undefined;
  const messages = errors.filter((error) => error.field === field).map(({ message }) => message);
  return messages.length > 0 ? messages.join("\n") : undefined;
}
