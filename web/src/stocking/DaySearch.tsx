import { useState } from "react";
import { Button } from "../ui/Button";
import { DateField } from "../ui/form/DateField";
import "./daySearch.css";

interface Props {
  readonly label: string;
  /** The suggested day. */
  readonly initial: () => string;
  readonly onSearch: (day: string) => void;
}

/** A form that asks for the day to show. */
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
      <Button type="submit" variant="primary">
        Search
      </Button>
    </form>
  );
}
