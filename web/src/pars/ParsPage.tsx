import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { check, nonEmpty, object, pipe, string, transform, trim } from "valibot";
import { businessDay, parseDay } from "../lib/day";
import { formatDay } from "../lib/formats";
import { useDefaultParams, useUrlState } from "../lib/useUrlState";
import { storedIdLookup } from "../locations/storedIds";
import { RequirePermission } from "../session/RequirePermission";
import { Button } from "../ui/Button";
import { Form } from "../ui/Form";
import { ComboboxField } from "../ui/form/ComboboxField";
import { DateField } from "../ui/form/DateField";
import { FormField } from "../ui/form/FormField";
import { useLarderForm } from "../ui/form/useLarderForm";
import { onDemand } from "../ui/onDemand";
import { Page } from "../ui/Page";
import { QueryError } from "../ui/query/ErrorNotice";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { Failure } from "../ui/states";
import { useTableViews } from "../ui/table/useTableViews";
import { Toolbar } from "../ui/Toolbar";
import { useLastLocation } from "./view/lastLocation";
import { locationIdsQuery, NOT_FOUND, parsQuery } from "./view/pars";

const ParsTable = onDemand(async () => (await import("./view/ParsTable")).ParsTable, <Skeleton label="pars" />);

const TITLE = "Pars";
const FORBIDDEN = { activity: "view pars", permission: "GetUniqueRoutes" } as const;
const LOCATIONS_FAILURE = "Unable to load locations, Please check your internet and your permissions";

/** Shows the pars of a just-in-time location on a day (docs/requirements/planning.md, PAR-7). */
export default function ParsPage() {
  return (
    <RequirePermission title={TITLE} {...FORBIDDEN}>
      <Pars />
    </RequirePermission>
  );
}

const EXCLUDED_FROM_VIEWS = ["location", "date"];

function Pars() {
  const state = useUrlState("text");
  const { lastLocation, remember } = useLastLocation();
  const url = useDefaultParams(state, () => missingParams(state.address, lastLocation));
  const views = useTableViews("pars", url, EXCLUDED_FROM_VIEWS);
  const location = url.address.get("location") ?? "";
  const date = parseDay(url.address.get("date") ?? "");
  const complete = location !== "" && date !== null;
  const query = useQuery({ ...parsQuery({ location, date: date ?? "" }), enabled: complete });
  const search = (
    <Search
      // Resets the fields when a link or the Back button changes the address.
      key={`${location} ${date}`}
      location={location}
      date={date ?? businessDay()}
      searching={query.isFetching}
      onSearch={(search) => {
        remember(search.location);
        if (search.location === location && search.date === date) void query.refetch();
        else url.go(() => new URLSearchParams(search));
      }}
    />
  );
  if (!complete) return <Page title={TITLE}>{search}</Page>;
  return (
    <QueryPage
      title={`${TITLE} ${location} ${formatDay(date)}`}
      toolbar={search}
      query={query}
      label="pars"
      error={() => NOT_FOUND}
      forbidden={FORBIDDEN}
    >
      {(rows) =>
        rows.length === 0 ? (
          <Failure message={NOT_FOUND} />
        ) : (
          <ParsTable rows={rows} fileName={`pars-${location}-${date}.csv`} url={url} views={views} />
        )
      }
    </QueryPage>
  );
}

/** The last location and today. Pars need a location, so without a last one the user chooses first. */
function missingParams(address: URLSearchParams, lastLocation: string | null): Readonly<Record<string, string>> {
  const location = address.get("location") ?? lastLocation;
  if (!location) return {};
  return { ...(address.has("location") ? {} : { location }), ...(address.has("date") ? {} : { date: businessDay() }) };
}

/** A day of a location. */
interface Subject {
  readonly location: string;
  readonly date: string;
}

interface SearchProps extends Subject {
  readonly searching: boolean;
  readonly onSearch: (search: Subject & Record<string, string>) => void;
}

const NO_IDS: readonly string[] = [];

function Search({ location, date, searching, onSearch }: SearchProps) {
  const ids = useQuery(locationIdsQuery);
  const schema = useMemo(() => schemaOf(ids.data), [ids.data]);
  const { form, submit } = useLarderForm({
    schema,
    defaultValues: { location, date },
    onSubmit: (search) => Promise.resolve(onSearch(search)),
  });
  return (
    <>
      <QueryError query={ids} message={LOCATIONS_FAILURE} />
      <Form busy={searching} noValidate onSubmit={(event) => void submit(event)}>
        <Toolbar>
          <FormField control={form.control} name="location">
            {(field) => (
              <ComboboxField
                label="Location"
                placeholder={ids.isPending ? "Loading locations…" : "Type to search"}
                options={ids.data ?? NO_IDS}
                loading={ids.isPending}
                {...field}
              />
            )}
          </FormField>
          <FormField control={form.control} name="date">
            {(field) => <DateField label="Date" {...field} />}
          </FormField>
          <Button type="submit" variant="primary" busy={searching} busyText="Searching…">
            Search
          </Button>
        </Toolbar>
      </Form>
    </>
  );
}

/** Accepts ids in any letter case. Until the ids are loaded, it accepts every id. */
function schemaOf(ids: readonly string[] | undefined) {
  return object({
    location: pipe(
      string(),
      trim(),
      nonEmpty("Choose a location"),
      transform(storedIdLookup(ids ?? NO_IDS)),
      check<string, (issue: { readonly input: string }) => string>(
        (id) => ids?.includes(id) ?? true,
        ({ input }) => `There is no location ${input}`,
      ),
    ),
    date: string(),
  });
}
