import { useState } from "react";
import { Button } from "./Button";
import { DateField } from "./DateField";
import "./daySearch.css";

interface Props {
  readonly label: string;
  /** The day that the field starts with. */
  readonly initial: () => string;
  readonly onSearch: (day: string) => void;
}

/** What a screen of one day begins with: which one. */
export function DaySearch({ label, initial, onSearch }: Props) {
  const [day, setDay] = useState(initial);
  return (
    <form
      className="day-search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(day);
      }}
    >
      <DateField label={label} value={day} onChange={setDay} />
      <Button type="submit" look="primary">
        Search
      </Button>
    </form>
  );
}
