import { useMemo, type CSSProperties } from "react";
import { formatNumber, formatShare } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Muted } from "../../ui/text";
import type { ArtifactType } from "../../api/schema";
import { SOFTWARE } from "../artifacts";
import type { SoftwareTarget } from "../deploy/deploy";
import { NO_VERSION, versionCounts, type Row } from "./rows";
import styles from "./versionSpread.module.css";

interface Props {
  /** The listed fridges. */
  readonly rows: readonly Row[];
  readonly onShow: (software: ArtifactType, version: string) => void;
  readonly onRollBack: (target: SoftwareTarget, fridges: readonly string[]) => void;
  readonly rollBackDisabledReason: string | undefined;
}

/** The distribution of versions over the listed fridges, with rollback of a version. */
export function VersionSpread({ rows, onShow, onRollBack, rollBackDisabledReason }: Props) {
  const spread = useMemo(
    () => SOFTWARE.map(({ type, label }) => ({ type, label, versions: versionCounts(rows, type) })),
    [rows],
  );
  return (
    <section className={styles.spread} aria-label="Version spread">
      {spread.map(({ type, label, versions }) => (
        <details key={type} name="spread">
          <summary>
            <strong>{label}</strong>
            <span className={styles.bar} aria-hidden="true">
              {versions.map(({ version, count: fridges }, index) => (
                <span
                  key={version}
                  data-none={version === NO_VERSION ? "" : undefined}
                  style={partStyle(fridges, index)}
                  title={`${version}: ${formatNumber(fridges)}`}
                />
              ))}
            </span>
            <span className={styles.newest}>{newestText(versions, rows.length)}</span>
          </summary>
          <ul>
            {versions.map(({ version, count: fridges }) => (
              <li key={version}>
                <span>{version}</span>
                <Muted>
                  {formatNumber(fridges)} ({formatShare(fridges / rows.length)})
                </Muted>
                <Button variant="link" aria-label={`Show ${label} ${version}`} onClick={() => onShow(type, version)}>
                  Show
                </Button>
                {version !== NO_VERSION && (
                  <Button
                    variant="link"
                    aria-label={`Roll back ${label} ${version}`}
                    disabledReason={rollBackDisabledReason}
                    onClick={() =>
                      onRollBack(
                        { artifactType: type, version },
                        rows.flatMap(({ id, versions: fridgeVersions }) =>
                          fridgeVersions[type] === version ? id : [],
                        ),
                      )
                    }
                  >
                    Roll back…
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

/** Newer versions are darker. */
function partStyle(fridges: number, index: number): CSSProperties {
  const style: CSSProperties & { "--shade": string } = {
    flexGrow: fridges,
    "--shade": `${Math.max(12, 100 - index * 24)}%`,
  };
  return style;
}

function newestText(versions: ReturnType<typeof versionCounts>, total: number): string {
  const [newest] = versions;
  return newest ? `${newest.version}: ${formatShare(newest.count / total)}` : "";
}
