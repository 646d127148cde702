import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { formatDay, formatWeekday } from "../lib/formats";
import { useUser } from "../session/user";
import { Page } from "../ui/Page";
import { useUrlState } from "../lib/useUrlState";
import { RequirePermission } from "../session/RequirePermission";
import { Skeleton } from "../ui/query/Skeleton";
import { QueryError } from "../ui/query/ErrorNotice";
import { DashboardFilters } from "./dashboard/DashboardFilters";
import {
  parseFilters,
  showsResults,
  hasFilterParams,
  withFilters,
  withResultsShown,
  type Filters,
} from "./dashboard/filters";
import { loadSavedFilters, saveFilters } from "./dashboard/savedFilters";
import { Results } from "./dashboard/Results";
import { useRoutes } from "./dashboard/useDay";
import { parseView } from "./dashboard/view";
import { currentStockingDay } from "./rules/stockingDay";

const TITLE = "Stocking Real-Time Dashboard";

/** The stocking progress of each route through the day (STK-1, STK-2). */
export default function StockingDashboardPage() {
  return (
    <RequirePermission
      title={TITLE}
      permission={["GetUniqueRoutes", "GetCheckPointStatus"]}
      activity="view stocking progress"
    >
      <Dashboard />
    </RequirePermission>
  );
}

function Dashboard() {
  const { sub } = useUser();
  const [today] = useState(currentStockingDay);
  const { address, change, set, go, flush } = useUrlState("text");
  const filters = useMemo(() => parseFilters(address, today), [address, today]);
  const view = useMemo(() => parseView(address), [address]);
  const hasParams = hasFilterParams(address);
  useSavedFilters(hasParams, sub, today, (saved) =>
    change((now) => withResultsShown(saved ? withFilters(now, saved, today) : now, true)),
  );

  if (!hasParams) {
    return (
      <Page title={TITLE}>
        <Skeleton label="filters" />
      </Page>
    );
  }
  if (showsResults(address)) {
    return (
      <Page title={TITLE} aside={<span>{`${formatWeekday(filters.date)}, ${formatDay(filters.date)}`}</span>}>
        <Results
          filters={filters}
          view={view}
          onView={set}
          onTypingEnd={flush}
          onFilters={() => go((now) => withResultsShown(now, false))}
        />
      </Page>
    );
  }
  return (
    <Page title={TITLE}>
      <FilterScreen
        filters={filters}
        onChange={(next) => change((now) => withFilters(now, next, today))}
        onSearch={() => {
          saveFilters(sub, filters, today);
          go((now) => withResultsShown(now, true));
        }}
      />
    </Page>
  );
}

interface FilterScreenProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  readonly onSearch: () => void;
}

function FilterScreen({ filters, onChange, onSearch }: FilterScreenProps) {
  const { planned, complete, ops, routes, warning } = useRoutes(filters);
  return (
    <DashboardFilters
      filters={filters}
      onChange={onChange}
      onSearch={onSearch}
      query={{ ...planned, data: complete ? routes : undefined }}
    >
      {warning !== undefined && <QueryError query={ops} message={() => warning} />}
    </DashboardFilters>
  );
}

/** Loads the saved filters, or null, for a URL without filters. */
function useSavedFilters(
  hasParams: boolean,
  user: string,
  today: string,
  onLoaded: (filters: Filters | null) => void,
): void {
  const applyFilters = useEffectEvent(onLoaded);
  useEffect(() => {
    if (hasParams) return;
    let isObsolete = false;
    void loadSavedFilters(user, today).then((filters) => {
      if (!isObsolete) applyFilters(filters);
    });
    return () => {
      isObsolete = true;
    };
  }, [hasParams, user, today]);
}
