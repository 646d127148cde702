import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { paths } from "../lib/paths";
import { useUrlState } from "../lib/useUrlState";
import { useLocationIfPermitted } from "../locations/useLocationIfPermitted";
import { Button } from "../ui/Button";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { ToggleButtons } from "../ui/ToggleButtons";
import { Toolbar, ToolbarActions } from "../ui/Toolbar";
import { HEALTH_FAILURE } from "./fridgeHealth";
import { ExportReadings } from "./fridge/record/ExportReadings";
import { RecordReport } from "./fridge/record/RecordReport";
import styles from "./fridge/record/record.module.css";
import { temperatureRecordQuery } from "./temperatureRecord";

/** The periods in days. The server accepts at most 90 days. */
const PERIODS = [
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
] as const;

/** The temperature record of one fridge, for inspectors (docs/requirements/health.md, HLT-20 to HLT-23). */
export default function TemperatureRecordPage() {
  const id = useParams().id ?? "";
  const { address, set } = useUrlState("days");
  const [days] = PERIODS.find(([count]) => count === address.get("days")) ?? PERIODS[0];
  const { location } = useLocationIfPermitted(id);
  const record = useQuery(temperatureRecordQuery(id, Number(days)));
  return (
    <QueryPage
      title={`Temperature record of ${id}`}
      query={record}
      label="the temperature record"
      error={HEALTH_FAILURE}
      forbidden={{ activity: "view the temperatures of fridges" }}
      skeleton={<Skeleton label="the temperature record" rows={10} />}
      aside={() => (
        <span className={styles.screenOnly}>
          <Link to={paths.fridgeHealth(id)}>Health of {id}</Link>
        </span>
      )}
      toolbar={
        <div className={styles.screenOnly}>
          <Toolbar>
            <ToggleButtons label="Period" options={PERIODS} value={days} onChange={(next) => set("days", next)} />
            <ToolbarActions>
              <ExportReadings id={id} record={record.data} />
              <Button
                onClick={() => window.print()}
                disabledReason={record.data ? undefined : "The temperature record is loading"}
              >
                Print for inspectors
              </Button>
            </ToolbarActions>
          </Toolbar>
        </div>
      }
    >
      {(data) => <RecordReport id={id} location={location ?? null} record={data} days={Number(days)} />}
    </QueryPage>
  );
}
