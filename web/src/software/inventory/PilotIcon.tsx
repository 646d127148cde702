import { formatNames, formatNumber } from "../../lib/formats";
import { Facts } from "../../ui/Facts";
import { Tooltip } from "../../ui/Tooltip";
import { pilotStyle } from "../pilotColor";
import type { Pilot } from "../queries";
import styles from "./pilotIcon.module.css";

interface Props {
  readonly pilot: Pilot;
}

/** An icon for a pilot, with its details in a tooltip (SWR-5). */
export function PilotIcon({ pilot }: Props) {
  const { displayName, startDate, endDate, stage, fridgeIds, description } = pilot;
  return (
    <span className={styles.icon} style={pilotStyle(pilot.id)}>
      <Tooltip label={`Pilot ${displayName}`} icon={<Flask />}>
        <strong>{displayName}</strong>
        <Facts
          facts={[
            ["Dates", `${startDate} to ${endDate}`],
            ["Stage", stage],
            ["Number of fridges", formatNumber(fridgeIds.length)],
          ]}
        />
        <p>{description}</p>
      </Tooltip>
    </span>
  );
}

function Flask() {
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <path
        d="M6 1.5h4M6.75 1.5v4.25L2.9 12.6a1.25 1.25 0 0 0 1.1 1.9h8a1.25 1.25 0 0 0 1.1-1.9L9.25 5.75V1.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path d="M5.2 10.25h5.6l1.35 2.4a.6.6 0 0 1-.5.9H4.35a.6.6 0 0 1-.5-.9z" fill="currentColor" />
    </svg>
  );
}

/** The maximum number of fridges that the warning names. */
const MAX_NAMED = 12;

/** A warning next to the column header that names the fridges with more than one pilot (SWR-5). */
export function MultiplePilotsWarning({ ids }: { readonly ids: readonly string[] }) {
  return (
    <span className={styles.warning}>
      <Tooltip
        label={ids.length === 1 ? "1 fridge has more than one pilot" : `${ids.length} fridges have more than one pilot`}
        icon={<Triangle />}
      >
        <strong>More than one pilot:</strong>
        <p>{formatNames(ids, MAX_NAMED)}</p>
      </Tooltip>
    </span>
  );
}

function Triangle() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M8 1.5 15 14H1z" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <path d="M8 6v4M8 11.6v.6" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
