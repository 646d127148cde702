import { useState } from "react";
import { ComboboxField } from "../../src/ui/form/ComboboxField";
import { DateField } from "../../src/ui/form/DateField";
import { DateRangeField } from "../../src/ui/form/DateRangeField";
import { FileField } from "../../src/ui/form/FileField";
import { NumberField } from "../../src/ui/form/NumberField";
import { SelectField } from "../../src/ui/form/SelectField";
import { TextField } from "../../src/ui/form/TextField";
import { TimeField } from "../../src/ui/form/TimeField";
import { SearchField } from "../../src/ui/SearchField";

const LAYOUTS = ["MW_STANDARD", "NE_STANDARD", "NE_PREMIUM"];

const EMPTY = { name: "", notes: "", stop: "", layout: "", schema: "", day: "", time: "" };
const FILLED = {
  name: "Lobby, left of the elevators",
  notes: "Deliver before 9 AM.\nUse the service entrance.",
  stop: "12",
  layout: "NE_STANDARD",
  schema: "MW_STANDARD",
  day: "2026-11-21",
  time: "18:30",
};

interface Props {
  readonly initial: typeof EMPTY;
  readonly description?: string;
  readonly error?: string;
  readonly required?: boolean;
}

function AllFields({ initial, ...common }: Props) {
  const [values, setValues] = useState(initial);
  const bind = (name: keyof typeof EMPTY) => ({
    ...common,
    value: values[name],
    onChange: (value: string) => setValues((current) => ({ ...current, [name]: value })),
  });
  return (
    <>
      <TextField label="Name" {...bind("name")} />
      <TextField label="Notes" rows={3} {...bind("notes")} />
      <NumberField label="Stop" {...bind("stop")} />
      <SelectField label="Layout" emptyLabel="Select a layout" options={LAYOUTS} {...bind("layout")} />
      <ComboboxField label="Price schema" options={LAYOUTS} {...bind("schema")} />
      <DateField label="Date" {...bind("day")} />
      <TimeField label="Time" {...bind("time")} />
    </>
  );
}

export const Fields = () => <AllFields initial={EMPTY} />;
export const FilledFields = () => <AllFields initial={FILLED} description="Shown to drivers" required />;
export const FailedFields = () => <AllFields initial={FILLED} error="Please select a valid option" required />;

export function OtherFields() {
  const [text, setText] = useState("");
  const [range, setRange] = useState({ from: "2026-11-21", to: "2026-11-22" });
  return (
    <>
      <SearchField label="Find a fridge" placeholder="ID or name" value={text} onChange={setText} />
      <SearchField label="Find a property" placeholder="Property" value={text} onChange={setText} hidesLabel />
      <TextField label="Address" readOnly value="larder.example" onChange={() => undefined} />
      <SelectField
        label="Region"
        disabledReason="There is only one region"
        options={["Chicago"]}
        value="Chicago"
        onChange={() => undefined}
      />
      <DateRangeField
        labels={{ from: "Start date", to: "End date" }}
        value={range}
        errors={{ to: "The end date is after the last report" }}
        onChange={setRange}
      />
      <FileField label="CSV file" accept=".csv" error="The file is empty" onFile={() => undefined}>
        Columns: Location, Date, Quantity
      </FileField>
    </>
  );
}
