import { useState } from "react";
import { Form } from "../../ui/Form";
import { TextField } from "../../ui/form/TextField";

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A text filter of the server's list. It applies on Enter and when it loses the focus, not with each key. */
export function FilterField({ label, placeholder, value, onChange }: Props) {
  const [draft, setDraft] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  if (previousValue !== value) {
    setPreviousValue(value);
    setDraft(value);
  }
  const apply = () => {
    if (draft.trim() !== value) onChange(draft.trim());
  };
  return (
    <Form busy={false} onSubmit={apply}>
      <TextField label={label} placeholder={placeholder} value={draft} onChange={setDraft} onBlur={apply} />
    </Form>
  );
}
