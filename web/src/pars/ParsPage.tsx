import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { isForbidden, messageOf } from "../api/errors";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { downloadCsv, toCsv } from "../ui/csv";
import { DateField } from "../ui/DateField";
import { businessDay, formatDay, parseDay } from "../ui/day";
import { Field } from "../ui/Field";
import { ListTable } from "../ui/ListTable";
import { inOrder, nextSort, sortFrom } from "../ui/listTable";
import { Page } from "../ui/Page";
import { plural } from "../ui/plural";
import { SearchField } from "../ui/SearchField";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { useAddress } from "../ui/useAddress";
import { columnsOf, locationIdsQuery, NOT_FOUND, parsQuery, rowsOf } from "./view/pars";
import "./pars.css";

const TITLE = "Pars";
const LOCATIONS_FAILURE = "Unable to load locations, Please check your internet and your permissions";

/** The pars of a just-in-time location on a day (spec of planning and reporting, section 2: Pars view). */
export default function ParsPage() {
  const { may } = useMyPermissions();
  return may("GetUniqueRoutes") ? <Pars /> : <NotAllowed />;
}

function NotAllowed({ error }: { readonly error?: unknown }) {
  return (
    <Page title={TITLE}>
      <Forbidden to="see pars" error={error} />
    </Page>
  );
}

function Pars() {
  const { address, set, go } = useAddress("text");
  const location = address.get("location") ?? "";
  const date = parseDay(address.get("date") ?? "");
  const asked = location !== "" && date !== null;
  const query = useQuery({ ...parsQuery({ location, date: date ?? "" }), enabled: asked });
  if (isForbidden(query.error)) return <NotAllowed error={query.error} />;
  return (
    <Page title={asked ? `${TITLE} ${location} ${formatDay(date)}` : TITLE}>
      <Search
        // What is searched for elsewhere (a link, the Back button) is what the fields say.
        key={`${location} ${date}`}
        location={location}
        date={date ?? businessDay()}
        searching={query.isFetching}
        onSearch={(wanted) => {
          if (wanted.location === location && wanted.date === date) void query.refetch();
          else go(() => new URLSearchParams(wanted));
        }}
      />
      {query.isError && !query.isFetching && <Failure message={NOT_FOUND} onRetry={() => void query.refetch()} />}
      {query.isFetching && !query.data && <Loading what="pars" />}
      {query.data?.length === 0 && !query.isFetching && <Failure message={NOT_FOUND} />}
      {asked && query.data && query.data.length > 0 && (
        <Found
          rows={query.data}
          fileName={`pars-${location}-${date}.csv`}
          text={address.get("text") ?? ""}
          sortText={address.get("sort")}
          set={set}
        />
      )}
    </Page>
  );
}

interface SearchProps {
  readonly location: string;
  readonly date: string;
  readonly searching: boolean;
  readonly onSearch: (wanted: { location: string; date: string }) => void;
}

function Search({ location: searched, date: day, searching, onSearch }: SearchProps) {
  const [location, setLocation] = useState(searched);
  const [date, setDate] = useState(day);
  const [error, setError] = useState<string>();
  const ids = useQuery(locationIdsQuery);
  const known = useMemo(() => new Map(ids.data?.map((id) => [id.toLowerCase(), id])), [ids.data]);
  return (
    <>
      {ids.isError && (
        <Failure
          message={messageOf(ids.error, LOCATIONS_FAILURE)}
          onRetry={() => void ids.refetch()}
          retrying={ids.isFetching}
        />
      )}
      <form
        className="pars-search"
        onSubmit={(event) => {
          event.preventDefault();
          const id = known.get(location.trim().toLowerCase()) ?? (ids.data ? undefined : location.trim());
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
        <Button type="submit" look="primary" busy={searching} busyText="Searching…">
          Search
        </Button>
      </form>
    </>
  );
}

interface FoundProps {
  readonly rows: ReturnType<typeof rowsOf>;
  readonly fileName: string;
  readonly text: string;
  readonly sortText: string | null;
  readonly set: (part: string, value: string) => void;
}

function Found({ rows, fileName, text, sortText, set }: FoundProps) {
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const sort = sortFrom(sortText, columns);
  const wanted = text.trim().toLowerCase();
  const shown = useMemo(
    () =>
      inOrder(
        rows.filter(({ item }) => item.toLowerCase().includes(wanted)),
        columns,
        sort,
      ),
    // The sort is made anew at each drawing; its text says whether it is another.
    // oxlint-disable-next-line react/exhaustive-deps
    [rows, columns, wanted, sortText],
  );
  return (
    <>
      <div className="pars-bar">
        <SearchField label="Filter items" placeholder="Item" value={text} onChange={(value) => set("text", value)} />
        <span role="status">
          {plural(shown.length, "item")}
          {wanted !== "" && ` of ${rows.length}`}
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
          onSort={(column) => set("sort", nextSort(column, sort))}
        />
      ) : (
        <Empty>No item contains “{text.trim()}”</Empty>
      )}
    </>
  );
}
