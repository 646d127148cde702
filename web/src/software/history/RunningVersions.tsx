import { useQuery } from "@tanstack/react-query";
import { formatAge } from "../../lib/formats";
import { SOFTWARE } from "../artifacts";
import { NO_VERSION } from "../inventory/rows";
import { runningSoftware, type Versions } from "../queries";
import { useState } from "react";

interface Props {
  readonly id: string;
  readonly deployed: Versions;
}

/** A table of deployed and running versions. They differ until the fridge restarts. */
export function RunningVersions({ id, deployed }: Props) {
  const { data, isPending } = useQuery(runningSoftware(id));
  const [now] = useState(() => Date.now());
  return (
    <>
      <table className="software-running">
        <thead>
          <tr>
            <th scope="col">Software</th>
            <th scope="col">Deployed</th>
            <th scope="col">Running</th>
          </tr>
        </thead>
        <tbody>
          {SOFTWARE.map(({ type, label }) => {
            const running = data?.versions[type];
            const differs = running !== undefined && running !== deployed[type];
            return (
              <tr key={type}>
                <th scope="row">{label}</th>
                <td>{deployed[type] ?? NO_VERSION}</td>
                <td className={differs ? "software-differs" : undefined}>
                  {running ?? "–"}
                  {differs && ", differs from deployed"}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="muted">
        {data
          ? `Versions reported ${formatAge(Date.parse(data.timestamp), now)}`
          : isPending
            ? "Loading running versions…"
            : "The fridge has not reported its versions"}
      </p>
    </>
  );
}
