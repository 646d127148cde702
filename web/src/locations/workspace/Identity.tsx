import { Link } from "react-router";
import type { FridgeAlert } from "../../health/fridgeAlerts";
import type { FridgeHealth } from "../../health/fridgeHealth";
import { temperatureTone } from "../../health/rules/colors";
import { TonedValue } from "../../health/TonedValue";
import { formatAge, formatCount, formatTemperature } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { toastFailure, toastSuccess } from "../../lib/toast";
import { useNow } from "../../lib/useNow";
import { LinkButton } from "../../ui/PlainButton";
import { statusOf, type QueryState } from "../../ui/query/query";
import { Tag, type Tone } from "../../ui/Tag";
import { Identifier, Muted } from "../../ui/text";
import type { LocationDetail } from "../locationQuery";
import styles from "./identity.module.css";
import type { KnownLocation } from "./useHeaderQueries";

const STATUS_TONES: Readonly<Record<LocationDetail["status"], Tone>> = {
  LIVE: "positive",
  OFFLINE: "warning",
  DEAD: "neutral",
};

interface Props extends KnownLocation {
  readonly id: string;
  readonly health: QueryState<FridgeHealth | null>;
  readonly alerts: QueryState<readonly FridgeAlert[]>;
}

/** The name, the id, the status, the temperature and the open alerts of a location. */
export function Identity({ id, location, pending, health, alerts }: Props) {
  const isFridge = location === undefined || location?.type === "FRIDGE";
  return (
    <div className={styles.identity}>
      <div className={styles.title}>
        <span className={styles.id}>
          <Identifier>{id}</Identifier>
          <CopyButton id={id} />
        </span>
        {/* The space reserves the line of the name. */}
        {(location || pending) && <strong className={styles.name}>{location?.prettyName ?? "\u00a0"}</strong>}
      </div>
      <div className={styles.vitals}>
        {location && <Tag tone={STATUS_TONES[location.status]}>{location.status}</Tag>}
        {location && !isFridge && <Tag>{location.type}</Tag>}
        {isFridge && !pending && (
          <>
            <Temperature health={health} />
            <Alerts id={id} alerts={alerts} />
          </>
        )}
      </div>
    </div>
  );
}

function CopyButton({ id }: { readonly id: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      toastSuccess(`Copied ${id}`);
    } catch {
      toastFailure(`Could not copy ${id}. Select the text and copy it.`);
    }
  }
  return (
    <LinkButton aria-label={`Copy ${id}`} onClick={() => void copy()}>
      Copy
    </LinkButton>
  );
}

/** The last reported temperature with its age. */
function Temperature({ health }: Pick<Props, "health">) {
  const now = useNow();
  const status = statusOf(health);
  if (status === "loading") return <Muted>Loading temperature…</Muted>;
  if (status !== "loaded" || health.data === undefined) return <Muted>Temperature could not be loaded</Muted>;
  const report = health.data;
  const temperature = formatTemperature(report?.temperature);
  if (!report || temperature === null) {
    return <Muted>{health.error === null ? "Temperature not reported" : "Temperature could not be refreshed"}</Muted>;
  }
  const at = Date.parse(report.timestamp);
  return (
    <span className={styles.vital}>
      <strong>
        <TonedValue tone={temperatureTone(report.temperature)}>{temperature}</TonedValue>
      </strong>
      <Muted>measured {formatAge(at, Math.max(now, at))}</Muted>
    </span>
  );
}

function Alerts({ id, alerts }: Pick<Props, "id" | "alerts">) {
  const status = statusOf(alerts);
  if (status === "loading") return <Muted>Loading alerts…</Muted>;
  if (status !== "loaded" || alerts.data === undefined) return <Muted>Alerts could not be loaded</Muted>;
  const isCurrent = alerts.error === null;
  if (alerts.data.length === 0) return <Muted>{isCurrent ? "No alerts" : "Alerts could not be refreshed"}</Muted>;
  return (
    <span className={styles.vital}>
      <Link to={paths.fridgeHealth(id)}>
        <strong>{formatCount(alerts.data.length, "open alert")}</strong>
      </Link>
      {!isCurrent && <Muted>could not be refreshed</Muted>}
    </span>
  );
}
