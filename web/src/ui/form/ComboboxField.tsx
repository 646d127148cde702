import { use } from "react";
import { ComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Field, FieldHint } from "../Field";
import { useOverlayContainer } from "../overlayContainer";
import styles from "./comboboxField.module.css";
import type { FieldProps } from "./fieldProps";

/**
 * The maximum height of the list, in pixels. A higher list would often be placed above the field, where it could cover
 * the app's header.
 */
const MAX_LIST_HEIGHT = 224;
/** The maximum number of listed options. A list of all locations would delay each typed character. */
const MAX_LISTED = 200;

interface Props extends FieldProps<string> {
  readonly options: readonly string[];
  readonly placeholder?: string | undefined;
  readonly loading?: boolean | undefined;
  /** The text of an option; the option itself by default. */
  readonly labelOf?: (value: string) => string;
}

/**
 * A text field with a list of the options that contain its text. The value can be any text, so that the form can show
 * and reject a value that is not an option.
 */
export function ComboboxField({
  label,
  id,
  description,
  error,
  required,
  value,
  onChange,
  onBlur,
  inputRef,
  options,
  placeholder,
  loading = false,
  labelOf = (option) => option,
}: Props) {
  const container = useOverlayContainer();
  const typed = labelOf(value).trim().toLowerCase();
  // A short list shows all options while one is selected, so that a user can see the alternatives.
  const listed =
    options.length <= MAX_LISTED && options.includes(value)
      ? options
      : options.filter((option) => labelOf(option).toLowerCase().includes(typed)).slice(0, MAX_LISTED);
  return (
    <Field id={id} label={label} hint={description} error={error} required={required}>
      {(control) => (
        <ComboBox
          id={control.id}
          className={styles.combobox}
          aria-labelledby={`${control.id}-label`}
          aria-describedby={control["aria-describedby"]}
          isInvalid={control["aria-invalid"] ?? false}
          isRequired={control["aria-required"] ?? false}
          validationBehavior="aria"
          allowsCustomValue
          // With `items`, a list that opens while the options load shows them as soon as they are loaded.
          items={listed.map((option) => ({ id: option, text: labelOf(option) }))}
          inputValue={labelOf(value)}
          selectedKey={listed.includes(value) ? value : null}
          // A fully typed label selects its option.
          onInputChange={(text) => onChange(options.find((option) => labelOf(option) === text) ?? text)}
          onSelectionChange={(key) => {
            if (key !== null && key !== value) onChange(String(key));
          }}
          onBlur={onBlur}
        >
          <ComboboxInput inputRef={inputRef} placeholder={placeholder} />
          <NoMatches isEmpty={listed.length === 0} loading={loading} />
          <Popover
            className={styles.popover}
            offset={4}
            maxHeight={MAX_LIST_HEIGHT}
            UNSTABLE_portalContainer={container}
          >
            <ListBox<{ readonly id: string; readonly text: string }> className={styles.list} aria-label="Options">
              {({ text }) => <ListBoxItem className={styles.option}>{text}</ListBoxItem>}
            </ListBox>
          </Popover>
        </ComboBox>
      )}
    </Field>
  );
}

/** A click opens the list. React Aria itself opens it only for typed text and the arrow keys. */
function ComboboxInput({ inputRef, placeholder }: Pick<Props, "inputRef" | "placeholder">) {
  const state = use(ComboBoxStateContext);
  return <Input ref={inputRef} placeholder={placeholder} onClick={() => state?.open(null, "manual")} />;
}

function NoMatches({ isEmpty, loading }: { readonly isEmpty: boolean; readonly loading: boolean }) {
  const state = use(ComboBoxStateContext);
  if (!state?.isFocused || !isEmpty) return null;
  return (
    <div className={styles.noMatches}>
      <FieldHint role="status">{loading ? "Loading…" : "No matches"}</FieldHint>
    </div>
  );
}
