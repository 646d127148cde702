import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { formatCount, formatDay } from "../lib/formats";
import { Button } from "../ui/Button";
import { downloadCsv, toCsv } from "../lib/csv";
import { DateField } from "../ui/form/DateField";
import { businessDay, parseDay } from "../lib/day";
import { Field } from "../ui/Field";
import { ListTable } from "../ui/ListTable";
import { sortRows, toggleSort, parseSort } from "../ui/listTable";
import { Page } from "../ui/Page";
import { SearchField } from "../ui/SearchField";
import { Empty, Failure } from "../ui/states";
import { useUrlState } from "../lib/useUrlState";
import { QueryPage } from "../ui/query/QueryView";
import { QueryError } from "../ui/query/ErrorNotice";
import { RequirePermission } from "../session/RequirePermission";
import { columnsOf, locationIdsQuery, NOT_FOUND, parsQuery, rowsOf } from "./view/pars";
import "./pars.css";

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

function Pars() {
  const { address, set, go } = useUrlState("text");
  const location = address.get("location") ?? "";
  const date = parseDay(address.get("date") ?? "");
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
        if (search.location === location && search.date === date) void query.refetch();
        else go(() => new URLSearchParams(search));
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
          <ParsTable
            rows={rows}
            fileName={`pars-${location}-${date}.csv`}
            text={address.get("text") ?? ""}
            sortText={address.get("sort")}
            set={set}
          />
        )
      }
    </QueryPage>
  );
}

interface SearchProps {
  readonly location: string;
  readonly date: string;
  readonly searching: boolean;
  readonly onSearch: (search: { location: string; date: string }) => void;
}

function Search({ location: searchedLocation, date: searchedDate, searching, onSearch }: SearchProps) {
  const [location, setLocation] = useState(searchedLocation);
  const [date, setDate] = useState(searchedDate);
  const [error, setError] = useState<string>();
  const ids = useQuery(locationIdsQuery);
  const idByLowerCase = useMemo(() => new Map(ids.data?.map((id) => [id.toLowerCase(), id])), [ids.data]);
  return (
    <>
      <QueryError query={ids} message={LOCATIONS_FAILURE} />
      <form
        className="pars-search"
        onSubmit={(event) => {
          event.preventDefault();
          const id = idByLowerCase.get(location.trim().toLowerCase()) ?? (ids.data ? undefined : location.trim());
          setError(
            id ? undefined : location.trim() === "" ? "Choose a location" : `There is no location ${location.trim()}`,
          );
          if (id) onSearch({ location: id, date });
        }}
      >
        <Field label="Location" error={error}>
          {(control) => (
            <>
              <input
                {...control}
                type="text"
                list="pars-locations"
                autoComplete="off"
                placeholder={ids.isPending ? "Loading locations…" : "Type to search"}
                value={location}
                onChange={({ target }) => setLocation(target.value)}
              />
              <datalist id="pars-locations">
                {ids.data?.map((id) => (
                  <option key={id} value={id} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <DateField label="Date" value={date} onChange={setDate} />
        <Button type="submit" variant="primary" busy={searching} busyText="Searching…">
          Search
        </Button>
      </form>
    </>
  );
}

interface ParsTableProps {
  readonly rows: ReturnType<typeof rowsOf>;
  readonly fileName: string;
  readonly text: string;
  readonly sortText: string | null;
  readonly set: (part: string, value: string) => void;
}

function ParsTable({ rows, fileName, text, sortText, set }: ParsTableProps) {
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const sort = parseSort(sortText, columns);
  const filter = text.trim().toLowerCase();
  const shown = useMemo(
    () =>
      sortRows(
        rows.filter(({ item }) => item.toLowerCase().includes(filter)),
        columns,
        sort,
      ),
    // `sort` is a new object on every render. `sortText` changes only with the sort.
    // oxlint-disable-next-line react/exhaustive-deps
    [rows, columns, filter, sortText],
  );
  return (
    <>
      <div className="pars-bar">
        <SearchField label="Filter items" placeholder="Item" value={text} onChange={(value) => set("text", value)} />
        <span role="status">
          {formatCount(shown.length, "item")}
          {filter !== "" && ` of ${rows.length}`}
        </span>
        <Button onClick={() => downloadCsv(fileName, toCsv(columns, shown))}>Export CSV</Button>
      </div>
      {shown.length > 0 ? (
        <ListTable
          label="Pars"
          className={columns.length > 3 ? "pars-table pars-table-many" : "pars-table"}
          columns={columns}
          rows={shown}
          keyOf={({ key }) => key}
          sort={sort}
          onSort={(column) => set("sort", toggleSort(column, sort))}
        />
      ) : (
        <Empty>No items match “{text.trim()}”</Empty>
      )}
    </>
  );
}
