import type { RefObject } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { formatNumber } from "../../lib/formats";
import { IconButton } from "../../ui/PlainButton";
import { Tag } from "../../ui/Tag";
import { Muted } from "../../ui/text";
import { ALLOCATION_TONES, STATUS_TONES } from "../list/columns";
import { allocationOf } from "../list/filters";
import type { LocationSummary } from "../list/locationIndex";
import styles from "./fridgeCard.module.css";

interface Props {
  /** The fridges at one place, the selected one first. */
  readonly fridges: readonly LocationSummary[];
  readonly onClose: () => void;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The rest is counted. Rendering thousands of entries would be slow. */
const MAX_LISTED = 100;

/** The card of the selected fridge, or of all fridges at the same place. */
export function FridgeCard({ fridges, onClose, heading }: Props) {
  const [first] = fridges;
  if (!first) return null;
  const alone = fridges.length === 1;
  const title = alone ? first.id : `${formatNumber(fridges.length)} locations here`;
  return (
    <section className={styles.card} aria-label={title}>
      <header className={styles.header}>
        <h2 tabIndex={-1} ref={heading}>
          {alone ? <Link to={paths.location(first.id)}>{first.id}</Link> : title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          ×
        </IconButton>
      </header>
      <ul className={styles.fridges}>
        {fridges.slice(0, MAX_LISTED).map((fridge) => (
          <li key={fridge.id}>
            <Fridge fridge={fridge} named={!alone} />
          </li>
        ))}
        {fridges.length > MAX_LISTED && (
          <Muted as="li">
            and {formatNumber(fridges.length - MAX_LISTED)} more. Use the filters, or see all in the list.
          </Muted>
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
          <Link to={paths.location(id)}>{id}</Link>
        </h3>
      )}
      <p>{prettyName}</p>
      <p className={styles.row}>
        {route ? <span>{stop === null ? route : `${route}, stop ${stop}`}</span> : <Muted>No route</Muted>}
        <Tag tone={STATUS_TONES[status]}>{status}</Tag>
        <Tag tone={ALLOCATION_TONES[allocation]}>Allocation {allocation}</Tag>
      </p>
      <p className={styles.row}>
        <Link to={paths.location(id)} aria-label={`Detail of ${id}`}>
          Detail
        </Link>
        <Link to={paths.inventory(id)} aria-label={`Inventory of ${id}`}>
          Inventory
        </Link>
        <Link to={paths.fridgeHealth(id)} aria-label={`Health of ${id}`}>
          Health
        </Link>
      </p>
    </>
  );
}
