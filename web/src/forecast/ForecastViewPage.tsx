import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../lib/paths";
import { formatDay, formatWeekday } from "../lib/formats";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { Form } from "../ui/Form";
import { DateField } from "../ui/form/DateField";
import { businessDay, parseDay } from "../lib/day";
import { Page } from "../ui/Page";
import { useTableViews } from "../ui/table";
import { Toolbar } from "../ui/Toolbar";
import { useDefaultParams, useUrlState } from "../lib/useUrlState";
import { DayForecast } from "./view/DayForecast";

const EXCLUDED_FROM_VIEWS = ["date", "item"];

/** Shows and edits the forecast of a day (docs/requirements/planning.md, FCT-4). */
export default function ForecastViewPage() {
  const address = useDefaultParams(useUrlState("text"), () => ({ date: businessDay() }));
  const views = useTableViews("forecast", address, EXCLUDED_FROM_VIEWS);
  const day = parseDay(address.address.get("date") ?? "");
  const { may } = useMyPermissions();
  return (
    <Page
      title={day ? `Forecast ${formatDay(day)}` : "Forecast"}
      aside={
        <>
          {day && <span>{formatWeekday(day)}</span>}
          {may("UpdateForecast") && <Link to={paths.forecastUpload}>Upload forecast</Link>}
        </>
      }
    >
      <Search
        key={`search ${day}`}
        day={day}
        onSearch={(date) =>
          address.go((old) => {
            const next = new URLSearchParams(old);
            next.delete("item");
            next.set("date", date);
            return next;
          })
        }
      />
      {day && <DayForecast key={`forecast ${day}`} day={day} address={address} views={views} />}
    </Page>
  );
}

function Search({ day, onSearch }: { readonly day: string | null; readonly onSearch: (day: string) => void }) {
  const [date, setDate] = useState(() => day ?? businessDay());
  return (
    <Form busy={false} onSubmit={() => onSearch(date)}>
      <Toolbar>
        <DateField label="Date" value={date} onChange={setDate} />
        <Button type="submit" variant="primary">
          Search
        </Button>
      </Toolbar>
    </Form>
  );
}
