import { formatDateTime, formatPart } from "../../lib/formats";
import { useNow } from "../../lib/useNow";
import { Muted, VisuallyHidden } from "../../ui/text";
import { isUnfinished, targetWord } from "../rules/stages";
import { areas, HEIGHT, LAYERS, WIDTH } from "./progressPath";
import type { DeploymentDetail } from "./queries";
import styles from "./stages.module.css";

/** A chart of the fridges by state since the deployment was created. */
export function ProgressChart({ detail: { deployment, progress } }: { readonly detail: DeploymentDetail }) {
  const now = useNow();
  const end = isUnfinished(deployment) ? now : Date.parse(progress.at(-1)?.at ?? deployment.createdAt);
  const layers = areas(progress, deployment.fridges, end);
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        {LAYERS.map(({ state }) => (
          <span key={state}>
            <span className={styles.swatch} data-state={state} aria-hidden="true" /> {targetWord(state).label}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {layers.map(({ state, path }) => (
          <path key={state} data-state={state} d={path} />
        ))}
      </svg>
      <Muted as="p">
        <span className={styles.range}>
          <time dateTime={deployment.createdAt}>{formatDateTime(deployment.createdAt)}</time>
          <time dateTime={new Date(end).toISOString()}>{formatDateTime(end)}</time>
        </span>
      </Muted>
      <VisuallyHidden as="p">
        {progress
          .map(({ at, counts }) => `${formatDateTime(at)}: ${formatPart(counts.running, deployment.fridges)} running`)
          .join("; ")}
      </VisuallyHidden>
    </figure>
  );
}
