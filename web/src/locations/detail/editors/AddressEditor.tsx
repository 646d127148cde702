import type { Address } from "../../../api/schema";
import { SelectField } from "../../../ui/form/SelectField";
import { TextField } from "../../../ui/form/TextField";
import { STATES } from "../../rules/options";
import styles from "./addressEditor.module.css";
import type { EditorProps } from "./EditorProps";

const TEXT_PARTS = ["street", "city"] as const satisfies readonly (keyof Address)[];

/** Street, city, state and zipCode, saved together. */
export function AddressEditor({ draft, onChange, errorOf }: EditorProps) {
  const address = draft.value as Address;
  const change = (part: keyof Address, text: string) =>
    onChange({ ...draft, value: { ...address, [part]: text } }, `address.${part}`);
  const textField = (part: keyof Address) => (
    <TextField
      key={part}
      label={part}
      error={errorOf(`address.${part}`)}
      required
      value={address[part]}
      onChange={(text) => change(part, text)}
    />
  );
  return (
    <div className={styles.address}>
      {TEXT_PARTS.map(textField)}
      <SelectField
        label="state"
        error={errorOf("address.state")}
        required
        value={address.state}
        onChange={(value) => change("state", value)}
        options={STATES}
      />
      {textField("zipCode")}
    </div>
  );
}
