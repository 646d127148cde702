import { useState, type ReactNode } from "react";
import { parseDay } from "../lib/day";
import { formatDay } from "../lib/formats";
import { useDefaultParams, type UrlState } from "../lib/useUrlState";
import { Button } from "../ui/Button";
import { DateField } from "../ui/form/DateField";
import { Page } from "../ui/Page";
import { Toolbar } from "../ui/Toolbar";

interface Props {
  readonly title: string;
  /** The label of the date field. */
  readonly label?: string;
  /** The label of the button that returns to the date field. */
  readonly changeLabel?: string;
  /** Holds the day as the parameter `date`. */
  readonly address: UrlState;
  /** The day that the screen starts with. */
  readonly initial: () => string;
  readonly children: (day: string) => ReactNode;
}

/** The URL of the date field: it has the parameter, but no day. */
const CHOOSING = { date: "" };

/** A screen about one day, with a button to choose another. Without a day in the URL it starts with `initial`. */
export function DayPage({
  title,
  label = "Drop Off Date",
  changeLabel = "Choose another date",
  address: state,
  initial,
  children,
}: Props) {
  const { address, go } = useDefaultParams(state, () => ({ date: initial() }));
  const day = parseDay(address.get("date") ?? "");
  if (!day) {
    return (
      <Page title={title}>
        <DaySearch label={label} initial={initial} onSearch={(date) => go(() => new URLSearchParams({ date }))} />
      </Page>
    );
  }
  return (
    <Page
      title={`${title} ${formatDay(day)}`}
      aside={<Button onClick={() => go(() => new URLSearchParams(CHOOSING))}>{changeLabel}</Button>}
    >
      {children(day)}
    </Page>
  );
}

interface SearchProps extends Pick<Props, "initial"> {
  readonly label: string;
  readonly onSearch: (day: string) => void;
}

/** A form that asks for the day to show. */
function DaySearch({ label, initial, onSearch }: SearchProps) {
  const [day, setDay] = useState(initial);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(day);
      }}
    >
      <Toolbar>
        <DateField label={label} value={day} onChange={setDay} />
        <Button type="submit" variant="primary">
          Search
        </Button>
      </Toolbar>
    </form>
  );
}
