import { useState } from "react";
import { Button } from "./Button";
import { DateField } from "./DateField";
import { businessDay } from "./day";
import "./daySearch.css";

interface Props {
  readonly label: string;
  readonly onSearch: (day: string) => void;
}

/** What a screen of one day begins with: which one. */
export function DaySearch({ label, onSearch }: Props) {
  const [day, setDay] = useState(() => businessDay());
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
