import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ArtifactType } from "../../api/schema";
import { formatAge } from "../../lib/formats";
import { QueryView } from "../../ui/query/QueryView";
import { DataTable, tableColumns, text } from "../../ui/table";
import { Muted } from "../../ui/text";
import { SOFTWARE } from "../artifacts";
import { NO_VERSION } from "../inventory/rows";
import { runningSoftware, type Versions } from "../queries";
import styles from "./history.module.css";

interface Props {
  readonly id: string;
  readonly deployed: Versions;
}

interface Line {
  readonly type: ArtifactType;
  readonly label: string;
  readonly deployed: string | undefined;
  /** Undefined if the fridge did not report it. */
  readonly running: string | undefined;
}

const COLUMNS = tableColumns<Line>([
  text("software", { label: "Software", value: ({ label }) => label, rowHeader: true, sortable: false }),
  text("deployed", { label: "Deployed", value: ({ deployed }) => deployed ?? NO_VERSION, sortable: false }),
  text("running", {
    label: "Running",
    value: ({ running }) => running,
    cell: ({ running, deployed }) =>
      running === undefined || running === deployed ? (
        (running ?? "–")
      ) : (
        <strong className={styles.differs}>{running}, differs from deployed</strong>
      ),
    sortable: false,
  }),
]);

/** The deployed and the running versions of a fridge. They differ until the fridge restarts. */
export function RunningVersions({ id, deployed }: Props) {
  const software = useQuery(runningSoftware(id));
  const [now] = useState(() => Date.now());
  const running = software.data?.versions;
  const lines = useMemo(
    () =>
      SOFTWARE.map(({ type, label }): Line => ({ type, label, deployed: deployed[type], running: running?.[type] })),
    [deployed, running],
  );
  return (
    <>
      <DataTable
        name="running-software"
        label={`Versions of ${id}`}
        columns={COLUMNS}
        rows={lines}
        rowId={({ type }) => type}
        plain
      />
      <QueryView
        query={software}
        label="the running versions"
        error="Unable to load the running versions, Please check your internet and your permissions"
        skeleton={
          <Muted as="p" role="status">
            Loading running versions…
          </Muted>
        }
      >
        {(report) => (
          <Muted as="p">
            {report
              ? `Versions reported ${formatAge(Date.parse(report.timestamp), now)}`
              : "The fridge has not reported its versions"}
          </Muted>
        )}
      </QueryView>
    </>
  );
}
