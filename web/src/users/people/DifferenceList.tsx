import type { Difference } from "../rules/roles";
import { Muted } from "../../ui/text";
import { Tag } from "../../ui/Tag";
import styles from "./difference.module.css";

/** The preview of a change: the added, removed and kept actions and flags. */
export function DifferenceList({ difference: { added, removed, kept } }: { readonly difference: Difference }) {
  return (
    <dl className={styles.difference}>
      <Names title="Added" names={added} tone="positive" />
      <Names title="Removed" names={removed} tone="negative" />
      <Names title="Kept" names={kept} tone="neutral" />
    </dl>
  );
}

interface NamesProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly tone: "positive" | "negative" | "neutral";
}

function Names({ title, names, tone }: NamesProps) {
  return (
    <div>
      <dt>
        {title} ({names.length})
      </dt>
      <dd>
        {names.length === 0 ? (
          <Muted>None</Muted>
        ) : (
          names.map((name) => (
            <Tag key={name} tone={tone}>
              {name}
            </Tag>
          ))
        )}
      </dd>
    </div>
  );
}
