import { useCallback, useEffect, useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { paths } from "../lib/paths";
import { useNow } from "../lib/useNow";
import { RequirePermission } from "../session/RequirePermission";
import { useIdleExemption } from "../session/useIdleExemption";
import { parseFilters, withFilters, withResultsShown } from "./dashboard/filters";
import { stockingDayOf } from "./rules/stockingDay";
import { Wall } from "./wall/Wall";

const TITLE = "Stocking Wall Screen";

/** The routes of the current stocking day on a large screen (STK-13). It is read-only. */
export default function StockingWallPage() {
  return (
    <RequirePermission
      title={TITLE}
      permission={["GetUniqueRoutes", "GetCheckPointStatus"]}
      activity="view stocking progress"
    >
      <CurrentWall />
    </RequirePermission>
  );
}

function CurrentWall() {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const now = useNow();
  // A wall screen stays open for days.
  const day = stockingDayOf(new Date(now));
  const filters = useMemo(() => ({ ...parseFilters(address, day), date: day }), [address, day]);
  useIdleExemption();
  useEffect(() => {
    document.title = `${TITLE} · Larder`;
  }, []);

  const leave = useCallback(() => {
    const search = withResultsShown(withFilters(new URLSearchParams(), filters, filters.date), true);
    void navigate({ pathname: paths.checkpoints, search: search.toString() });
  }, [navigate, filters]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) leave();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [leave]);

  return <Wall filters={filters} now={now} onLeave={leave} />;
}
