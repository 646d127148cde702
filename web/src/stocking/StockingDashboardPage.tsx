import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { isForbidden, messageOf } from "../api/errors";
import { useMyPermissions } from "../session/permissions";
import { useUser } from "../session/user";
import { formatDay, weekdayOf } from "../ui/day";
import { Page } from "../ui/Page";
import { Forbidden, Loading } from "../ui/states";
import { useAddress } from "../ui/useAddress";
import { DashboardFilters } from "./dashboard/DashboardFilters";
import { filtersFrom, isShown, saysFilters, withFilters, withShown, type Filters } from "./dashboard/filters";
import { recallFilters, rememberFilters } from "./dashboard/remembered";
import { Results } from "./dashboard/Results";
import { useRoutes } from "./dashboard/useDay";
import { viewFrom } from "./dashboard/view";
import { currentStockingDay } from "./rules/stockingDay";
import "./dashboard/dashboard.css";

const TITLE = "Stocking Real-Time Dashboard";
const NO_ROUTES = "Unable to load routes, Please check your internet and your permissions";

/** Where each route's stocking stands, through the day (spec of fleet operations, 2.4). */
export default function StockingDashboardPage() {
  const { may } = useMyPermissions();
  if (!may("GetUniqueRoutes") || !may("GetCheckPointStatus")) {
    return (
      <Page title={TITLE}>
        <Forbidden to="see the routes' stocking" />
      </Page>
    );
  }
  return <Dashboard />;
}

function Dashboard() {
  const { sub } = useUser();
  const [today] = useState(currentStockingDay);
  const { address, change, set, go } = useAddress("text");
  const filters = useMemo(() => filtersFrom(address, today), [address, today]);
  const view = useMemo(() => viewFrom(address), [address]);
  const ready = useRemembered(saysFilters(address), sub, today, (remembered) =>
    change((now) => withFilters(now, remembered, today)),
  );

  if (!ready) {
    return (
      <Page title={TITLE}>
        <Loading what="the filters" />
      </Page>
    );
  }
  if (isShown(address)) {
    return (
      <Page title={TITLE} aside={<span>{`${weekdayOf(filters.date)}, ${formatDay(filters.date)}`}</span>}>
        <Results filters={filters} view={view} onView={set} onFilters={() => go((now) => withShown(now, false))} />
      </Page>
    );
  }
  return (
    <Page title={TITLE}>
      <Choice
        filters={filters}
        onChange={(next) => change((now) => withFilters(now, next, today))}
        onSearch={() => {
          rememberFilters(sub, filters, today);
          go((now) => withShown(now, true));
        }}
      />
    </Page>
  );
}

interface ChoiceProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  readonly onSearch: () => void;
}

function Choice({ filters, onChange, onSearch }: ChoiceProps) {
  const { planned, ops, routes, warning } = useRoutes(filters);
  if (isForbidden(planned.error)) return <Forbidden to="see the routes" error={planned.error} />;
  return (
    <DashboardFilters
      filters={filters}
      onChange={onChange}
      onSearch={onSearch}
      routes={routes}
      failure={planned.error ? messageOf(planned.error, NO_ROUTES) : warning}
      onRetry={() => void (planned.error ? planned : ops).refetch()}
      retrying={planned.isFetching || ops.isFetching}
    />
  );
}

/** What was searched with last takes the place of an address that says nothing. Whether that is settled. */
function useRemembered(said: boolean, user: string, today: string, onFilters: (filters: Filters) => void): boolean {
  const [ready, setReady] = useState(said);
  const take = useEffectEvent(onFilters);
  useEffect(() => {
    if (ready) return;
    let left = false;
    void recallFilters(user, today).then((filters) => {
      if (left) return;
      if (filters) take(filters);
      setReady(true);
    });
    return () => {
      left = true;
    };
  }, [ready, user, today]);
  return ready;
}
