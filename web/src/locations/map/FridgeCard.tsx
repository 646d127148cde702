import type { RefObject } from "react";
import { Link } from "react-router";
import { allocationOf } from "../list/filters";
import type { LocationSummary } from "../list/locationIndex";
import { screenOf } from "../list/screens";

interface Props {
  /** Those that stand at one place. */
  readonly fridges: readonly LocationSummary[];
  readonly onClose: () => void;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The fridge that was clicked, or all that stand where it does. */
export function FridgeCard({ fridges, onClose, heading }: Props) {
  const [first] = fridges;
  if (!first) return null;
  const alone = fridges.length === 1;
  const title = alone ? first.id : `${fridges.length} locations here`;
  return (
    <section className="map-card" aria-label={title}>
      <header>
        <h2 tabIndex={-1} ref={heading}>
          {alone ? <Link to={screenOf("detail", first.id)}>{first.id}</Link> : title}
        </h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      <ul>
        {fridges.map((fridge) => (
          <li key={fridge.id}>
            <Fridge fridge={fridge} named={!alone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fridge({ fridge, named }: { readonly fridge: LocationSummary; readonly named: boolean }) {
  const { id, prettyName, route, stop, status, prod } = fridge;
  const allocation = allocationOf(prod);
  return (
    <>
      {named && (
        <h3>
          <Link to={screenOf("detail", id)}>{id}</Link>
        </h3>
      )}
      <p>{prettyName}</p>
      <p className="map-card-facts">
        {route ? (
          <span>{stop === null ? route : `${route}, stop ${stop}`}</span>
        ) : (
          <span className="muted">No route</span>
        )}
        <span className={`tag tag-${status.toLowerCase()}`}>{status}</span>
        <span className={`tag tag-${allocation.toLowerCase()}`}>Allocation {allocation}</span>
      </p>
      <p className="map-card-links">
        <Link to={screenOf("detail", id)} aria-label={`Detail of ${id}`}>
          Detail
        </Link>
        <Link to={screenOf("inventory", id)} aria-label={`Inventory of ${id}`}>
          Inventory
        </Link>
        <Link to={screenOf("health", id)} aria-label={`Health of ${id}`}>
          Health
        </Link>
      </p>
    </>
  );
}
