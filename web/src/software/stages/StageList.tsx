import { formatCount, formatPart } from "../../lib/formats";
import { Tag } from "../../ui/Tag";
import { stageName, totalOf, type Deployment } from "../rules/stages";
import { ProgressBar } from "./ProgressBar";
import styles from "./stages.module.css";

/** The progress of each stage. */
export function StageList({ deployment }: { readonly deployment: Deployment }) {
  return (
    <ol className={styles.stages}>
      {deployment.stages.map((stage, index) => {
        const word = stageWord(deployment, index);
        return (
          <li key={stageName(stage)}>
            <span className={styles.stageTitle}>
              <strong>
                Stage {index + 1}: {stageName(stage)}
              </strong>
              <Tag tone={word.tone}>{word.label}</Tag>
              <span>{formatCount(totalOf(stage.counts), "fridge")}</span>
            </span>
            <ProgressBar counts={stage.counts} />
          </li>
        );
      })}
    </ol>
  );
}

function stageWord({ stages, startedStages }: Deployment, index: number) {
  const counts = stages[index]?.counts;
  if (!counts || index >= startedStages) return { label: "Not started", tone: "neutral" } as const;
  const open = counts.waiting + counts.sent;
  if (open === 0) return { label: "Finished", tone: "positive" } as const;
  const total = totalOf(counts);
  return { label: `${formatPart(total - open, total)} finished`, tone: "info" } as const;
}
