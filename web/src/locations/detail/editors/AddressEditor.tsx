import type { Address } from "../../../api/schema";
import { Field } from "../../../ui/Field";
import { STATES } from "../../rules/options";
import type { EditorProps } from "./EditorProps";

const TEXT_PARTS = ["street", "city"] as const satisfies readonly (keyof Address)[];

/** Street, city, state and zipCode, saved together. */
export function AddressEditor({ draft, onChange, errorOf }: EditorProps) {
  const address = draft.value as Address;
  const change = (part: keyof Address, text: string) =>
    onChange({ ...draft, value: { ...address, [part]: text } }, `address.${part}`);
  const textField = (part: keyof Address) => (
    <Field key={part} label={part} error={errorOf(`address.${part}`)} required>
      {(control) => (
        <input
          {...control}
          type="text"
          autoComplete="off"
          value={address[part]}
          onChange={(event) => change(part, event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <div className="address-editor">
      {TEXT_PARTS.map(textField)}
      <Field label="state" error={errorOf("address.state")} required>
        {(control) => (
          <select {...control} value={address.state} onChange={(event) => change("state", event.target.value)}>
            {STATES.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </select>
        )}
      </Field>
      {textField("zipCode")}
    </div>
  );
}
