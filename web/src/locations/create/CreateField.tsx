import { useController } from "react-hook-form";
import { Field } from "../../ui/Field";
import { ComboboxField } from "../../ui/form/ComboboxField";
import { Select } from "../../ui/form/Select";
import { UNABLE_TO_LOAD_NAMES } from "../names";
import { offeredValues, type SearchAttribute } from "../rules/edit";
import { formatValue } from "../rules/format";
import { QueryError } from "../../ui/query/ErrorNotice";
import type { CreateFieldProps } from "./CreateFieldProps";
import { elementId, type TextField } from "./form";
import { HoursField } from "./HoursField";
import { StockingField } from "./StockingField";

/** Renders a form field by its kind. */
export function CreateField({ field, create }: CreateFieldProps) {
  const { kind } = field.control;
  if (kind === "hours") return <HoursField field={field} create={create} />;
  if (kind === "stocking") return <StockingField field={field} create={create} />;
  return field.control.kind === "search" ? (
    <SearchField field={field} create={create} attribute={field.control.attribute} />
  ) : (
    <PlainField field={field} create={create} />
  );
}

function PlainField({ field: { name, label, hint, required, control: kind }, create }: CreateFieldProps) {
  const { field: input, fieldState } = useController({ control: create.form.control, name: name as TextField });
  return (
    <Field id={elementId(name)} label={label} hint={hint} error={fieldState.error?.message} required={required}>
      {(control) => {
        const common = { ...control, ...input };
        if (kind.kind === "area") return <textarea {...common} rows={2} autoComplete="off" />;
        if (kind.kind === "date") return <input {...common} type="date" />;
        if (kind.kind === "select") {
          return (
            <Select
              {...common}
              options={kind.options}
              onChange={(value) => {
                input.onChange(value);
                if (name === "state") create.applyTaxRateOf(value);
              }}
            />
          );
        }
        const { inputMode, capitals = "none" } = kind.kind === "text" ? kind : {};
        return (
          <input
            {...common}
            // A number input discards invalid text. With a text input the rules can report it.
            type="text"
            inputMode={inputMode}
            autoCapitalize={capitals}
            autoComplete="off"
            spellCheck={capitals === "words"}
          />
        );
      }}
    </Field>
  );
}

/** A search field for the names from the server. Only these names are valid. */
function SearchField({ field, create, attribute }: CreateFieldProps & { readonly attribute: SearchAttribute }) {
  const { name, label, hint, required } = field;
  const { field: input, fieldState } = useController({ control: create.form.control, name: attribute });
  const names = create.names[attribute];
  // While the names are loading, the entered name may be valid.
  const error = names.isPending && input.value !== "" ? undefined : fieldState.error?.message;
  return (
    <div className="create-search">
      <ComboboxField
        id={elementId(name)}
        label={label}
        description={hint}
        error={error}
        required={required}
        value={input.value}
        options={offeredValues(attribute, names.data ?? [])}
        loading={names.isPending}
        labelOf={(value) => (value === "" ? "" : formatValue(attribute, value))}
        onChange={input.onChange}
        onBlur={input.onBlur}
      />
      <QueryError query={names} message={UNABLE_TO_LOAD_NAMES[attribute]} />
    </div>
  );
}
