import { DateField } from "../../../ui/form/DateField";
import { HoursField, type Hours } from "../../../ui/form/HoursField";
import { SelectField } from "../../../ui/form/SelectField";
import { TextField } from "../../../ui/form/TextField";
import { WeekdaysField } from "../../../ui/form/WeekdaysField";
import { NameField } from "../../fields/NameField";
import { isSearchAttribute } from "../../rules/edit";
import type { StockingDays } from "../../rules/effects";
import { describeHours } from "../../rules/hours";
import { AddressEditor } from "./AddressEditor";
import { DeviceAddressEditor } from "./DeviceAddressEditor";
import type { EditorProps } from "./EditorProps";
import { ReasonedEditor } from "./ReasonedEditor";

/** Renders the editor of a row by its kind. */
export function ValueEditor(props: EditorProps) {
  const { row, draft, onChange, errorOf } = props;
  const { attribute, editor, label, hint } = row;
  const field = {
    label,
    description: hint,
    error: errorOf(attribute),
    value: String(draft.value),
    onChange: (value: unknown) => onChange({ ...draft, value }, attribute),
  };

  switch (editor.kind) {
    case "deviceAddress":
      return <DeviceAddressEditor {...props} />;
    case "address":
      return <AddressEditor {...props} />;
    case "reasoned":
      return <ReasonedEditor {...props} />;
    case "hours": {
      const hours = draft.value as Hours;
      const description = describeHours(hours.days, "For a closed day, leave both times empty.");
      return <HoursField {...field} value={hours} description={description} />;
    }
    case "stockingSchedule":
      return <WeekdaysField {...field} value={draft.value as StockingDays} description={undefined} />;
    case "search":
      return isSearchAttribute(attribute) && <NameField {...field} attribute={attribute} />;
    case "select":
      return (
        <SelectField
          {...field}
          options={
            editor.options.some((option) => option.value === field.value)
              ? editor.options
              : [{ value: field.value, label: field.value || "—" }, ...editor.options]
          }
        />
      );
    case "date":
      return <DateField {...field} reportsText />;
    case "number":
      // A number input discards invalid text. With a text input the rules can report it.
      return <TextField {...field} inputMode={editor.integer ? "numeric" : undefined} />;
    case "text":
      return <TextField {...field} />;
  }
}
