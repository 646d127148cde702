import { Link } from "react-router";
import { formatNumber } from "../../lib/formats";
import type { AffectedCount, AffectedName } from "./entries";
import "./affectedChart.css";

interface Props {
  readonly counts: readonly AffectedCount[];
  /** The URL that lists the affected fridges. */
  readonly hrefOf: (name: AffectedName) => string;
}

/** A stacked bar per state with the numbers of affected and unaffected fridges (HLT-1). */
export function AffectedChart({ counts, hrefOf }: Props) {
  const anyUnknown = counts.some(({ unknown }) => unknown > 0);
  return (
    <figure className="affected-chart">
      <figcaption className="affected-legend">
        <span className="affected-key" data-part="affected">
          Affected
        </span>
        <span className="affected-key" data-part="not-affected">
          Not affected
        </span>
        {anyUnknown && (
          <span className="affected-key" data-part="unknown">
            Unknown
          </span>
        )}
      </figcaption>
      <table aria-label="Affected fridges">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">State</th>
            <th scope="col">Affected</th>
            <th scope="col">Not affected</th>
            <th scope="col">Unknown</th>
          </tr>
        </thead>
        <tbody>
          {counts.map((count) => (
            <Bar key={count.name} count={count} href={hrefOf(count.name)} />
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** A table row with the numbers, and the bar below them. */
function Bar({ count, href }: { readonly count: AffectedCount; readonly href: string }) {
  const { label, affected, notAffected, unknown } = count;
  const total = Math.max(1, affected + notAffected + unknown);
  const share = (part: number) => `${(100 * part) / total}%`;
  return (
    <tr className="affected-row">
      <th scope="row">{label}</th>
      <td data-part="affected">
        {affected > 0 ? (
          <Link to={href} aria-label={`Show the ${formatNumber(affected)} fridges: ${label}`}>
            {formatNumber(affected)}
          </Link>
        ) : (
          formatNumber(affected)
        )}
      </td>
      <td data-part="not-affected">{formatNumber(notAffected)}</td>
      <td data-part="unknown">{formatNumber(unknown)}</td>
      <td className="affected-bar" aria-hidden="true">
        <span data-part="affected" style={{ inlineSize: share(affected) }} />
        <span data-part="not-affected" style={{ inlineSize: share(notAffected) }} />
        <span data-part="unknown" style={{ inlineSize: share(unknown) }} />
      </td>
    </tr>
  );
}
