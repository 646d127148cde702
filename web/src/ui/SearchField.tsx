import { Field } from "./Field";

interface Props {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The box was left: what was typed is settled. */
  readonly onLeave?: () => void;
}

/** The box by whose text a list is narrowed: names and ids, which no browser completes or corrects. */
export function SearchField({ label, placeholder, value, onChange, onLeave }: Props) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="search"
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      )}
    </Field>
  );
}
