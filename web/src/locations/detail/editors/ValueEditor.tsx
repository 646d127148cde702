import { Field } from "../../../ui/Field";
import { SelectField } from "../../../ui/form/SelectField";
import { AddressEditor } from "./AddressEditor";
import { DeviceAddressEditor } from "./DeviceAddressEditor";
import type { EditorProps } from "./EditorProps";
import { HoursEditor } from "./HoursEditor";
import { ReasonedEditor } from "./ReasonedEditor";
import { SearchEditor } from "./SearchEditor";
import { StockingScheduleEditor } from "./StockingScheduleEditor";

/** Renders the editor of a row by its kind. */
export function ValueEditor(props: EditorProps) {
  const { row, draft, onChange, errorOf } = props;
  const { attribute, editor, label, hint } = row;
  const value = String(draft.value);
  const change = (text: string) => onChange({ ...draft, value: text }, attribute);
  const field = { label, hint, error: errorOf(attribute) };

  switch (editor.kind) {
    case "deviceAddress":
      return <DeviceAddressEditor {...props} />;
    case "address":
      return <AddressEditor {...props} />;
    case "hours":
      return <HoursEditor {...props} />;
    case "stockingSchedule":
      return <StockingScheduleEditor {...props} />;
    case "reasoned":
      return <ReasonedEditor {...props} />;
    case "search":
      return <SearchEditor {...props} />;
    case "select":
      return (
        <SelectField
          label={label}
          description={hint}
          error={errorOf(attribute)}
          value={value}
          onChange={change}
          options={
            editor.options.some((option) => option.value === value)
              ? editor.options
              : [{ value, label: value || "—" }, ...editor.options]
          }
        />
      );
    case "number":
    case "text":
    case "date":
      return (
        <Field {...field}>
          {(control) => (
            <input
              {...control}
              // A number input discards invalid text. With a text input the rules can report it.
              type={editor.kind === "date" ? "date" : "text"}
              inputMode={editor.kind === "number" ? (editor.integer ? "numeric" : "text") : undefined}
              autoComplete="off"
              value={value}
              onChange={(event) => change(event.target.value)}
            />
          )}
        </Field>
      );
  }
}
