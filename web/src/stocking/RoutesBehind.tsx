import { useMemo } from "react";
import { useNow } from "../lib/useNow";
import { QueryView } from "../ui/query/QueryView";
import { Muted } from "../ui/text";
import type { Filters } from "./dashboard/filters";
import { MostBehind } from "./dashboard/MostBehind";
import { useCards, useDelays } from "./dashboard/useCards";
import { ROUTES_FAILURE } from "./dashboard/useDay";
import { stockingDayOf } from "./rules/stockingDay";

/** The three routes of the current stocking day that are most behind, with their drivers (STK-10). */
export default function RoutesBehind() {
  const day = stockingDayOf(new Date(useNow()));
  const filters = useMemo(
    (): Filters => ({ date: day, region: undefined, market: undefined, routes: undefined }),
    [day],
  );
  const { cards, query, messages, asOf } = useCards(filters, { withHealth: false });
  const delays = useDelays(cards, day, asOf);
  const isAnyBehind = [...delays.values()].some((minutes) => (minutes ?? 0) > 0);
  return (
    <QueryView
      query={query}
      label="the routes of today"
      error={ROUTES_FAILURE}
      isEmpty={() => false}
      skeleton={<Muted as="p">Loading the routes of today…</Muted>}
    >
      {() => (
        <>
          {cards.length === 0 && <p>No routes run today</p>}
          {cards.length > 0 && !isAnyBehind && messages.length === 0 && <p>No route is behind</p>}
          <MostBehind cards={cards} delays={delays} />
          {messages.length > 0 && <Muted as="p">Some routes may be missing: {messages[0]}</Muted>}
        </>
      )}
    </QueryView>
  );
}
