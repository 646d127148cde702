import type { RefObject } from "react";
import { Link } from "react-router";
import { allocationOf } from "../list/filters";
import type { LocationSummary } from "../list/locationIndex";
import { screenOf } from "../list/screens";

interface Props {
  /** Those that stand at one place, the one that was asked for first. */
  readonly fridges: readonly LocationSummary[];
  readonly onClose: () => void;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** More than anybody reads, and a browser draws in no time. */
const SHOWN = 100;
const number = new Intl.NumberFormat("en-US");

/** The fridge that was clicked, or all that stand where it does. */
export function FridgeCard({ fridges, onClose, heading }: Props) {
  const [first] = fridges;
  if (!first) return null;
  const alone = fridges.length === 1;
  const title = alone ? first.id : `${number.format(fridges.length)} locations here`;
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
        {fridges.slice(0, SHOWN).map((fridge) => (
          <li key={fridge.id}>
            <Fridge fridge={fridge} named={!alone} />
          </li>
        ))}
        {fridges.length > SHOWN && (
          <li className="muted">
            and {number.format(fridges.length - SHOWN)} more: the filters narrow them, the list shows all.
          </li>
        )}
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
