import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { DaySearch } from "../ui/DaySearch";
import { formatDay, parseDay } from "../ui/day";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/states";
import { useAddress } from "../ui/useAddress";
import { JitStops } from "./JitStops";
import "./jit.css";

const TITLE = "JIT Management";

/** Switching JIT off for stops of routes (spec of fleet operations, section 2.6). */
export default function JitManagementPage() {
  const { may } = useMyPermissions();
  const parts = useAddress("route");
  const { address, go } = parts;
  const day = parseDay(address.get("date") ?? "");

  if (!may("GetUniqueRoutes")) {
    return (
      <Page title={TITLE}>
        <Forbidden to="see the routes" />
      </Page>
    );
  }
  if (!day) {
    return (
      <Page title={TITLE}>
        <DaySearch label="Drop Off Date" onSearch={(date) => go(() => new URLSearchParams({ date }))} />
      </Page>
    );
  }
  return (
    <Page
      title={`${TITLE} ${formatDay(day)}`}
      aside={<Button onClick={() => go(() => new URLSearchParams())}>Choose another date</Button>}
    >
      <JitStops key={day} day={day} address={parts} />
    </Page>
  );
}
