import { temperatureTone } from "../rules/colours";
import { degrees } from "../rules/degrees";
import { hourly, type Trend } from "../rules/trend";
import { ToneMark } from "../ToneMark";

const hour = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Chicago",
  month: "short",
  day: "numeric",
  hour: "numeric",
  timeZoneName: "short",
});

/** The same in words, by the hour, newest first. */
export function ReadingTable({ trend }: { readonly trend: Trend }) {
  return (
    <details className="trend-table">
      <summary>As a table</summary>
      <table aria-label="Temperatures by the hour">
        <thead>
          <tr>
            <th scope="col">Hour</th>
            <th scope="col">Lowest</th>
            <th scope="col">Highest</th>
          </tr>
        </thead>
        <tbody>
          {hourly(trend).map(({ start, lowest, highest }) => (
            <tr key={start}>
              <th scope="row">{hour.format(start)}</th>
              <td>{degrees(lowest)}</td>
              <td>
                <ToneMark tone={temperatureTone(highest)}>{degrees(highest) ?? ""}</ToneMark>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
