import { useQuery } from "@tanstack/react-query";
import { SOFTWARE } from "../artifacts";
import { NO_VERSION } from "../inventory/rows";
import { runningSoftware, type Versions } from "../queries";
import { ageOf } from "../../ui/age";
import { useState } from "react";

interface Props {
  readonly id: string;
  readonly deployed: Versions;
}

/** What is deployed to a fridge beside what it says that it runs: it gets a version at its next restart. */
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
                  {differs && ", not as deployed"}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="muted">
        {data
          ? `The fridge told what it runs ${ageOf(Date.parse(data.timestamp), now)}`
          : isPending
            ? "Asking for what it runs…"
            : "The fridge has not told what it runs"}
      </p>
    </>
  );
}
