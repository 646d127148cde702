import { Field } from "./Field";
import type { LabelVisibility } from "./form/fieldProps";

interface Props extends LabelVisibility {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Called when the field loses the focus. */
  readonly onBlur?: () => void;
}

/** A search field that filters a list. Autocomplete and spell check are off, because users type names and ids. */
export function SearchField({ label, placeholder, value, onChange, onBlur, hidesLabel }: Props) {
  return (
    <Field label={label} hidesLabel={hidesLabel}>
      {(control) => (
        <input
          {...control}
          type="search"
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
