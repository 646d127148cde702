import { formatDateTime, formatTemperature } from "../../lib/formats";
import { temperatureTone } from "../rules/colors";
import { hourlyRanges, type Trend } from "../rules/trend";
import { TonedValue } from "../TonedValue";

/** The temperature trend as a table: one row per hour, newest first. */
export function ReadingTable({ trend }: { readonly trend: Trend }) {
  return (
    <details className="trend-table">
      <summary>Show as a table</summary>
      <table aria-label="Hourly temperatures">
        <thead>
          <tr>
            <th scope="col">Hour</th>
            <th scope="col">Lowest</th>
            <th scope="col">Highest</th>
          </tr>
        </thead>
        <tbody>
          {hourlyRanges(trend).map(({ start, lowest, highest }) => (
            <tr key={start}>
              <th scope="row">{formatDateTime(start)}</th>
              <td>{formatTemperature(lowest)}</td>
              <td>
                <TonedValue tone={temperatureTone(highest)}>{formatTemperature(highest) ?? ""}</TonedValue>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
