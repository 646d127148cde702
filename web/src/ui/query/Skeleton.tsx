import { VisuallyHidden } from "../text";
import styles from "./query.module.css";

interface Props {
  /** The content that loads, such as "your session". */
  readonly label: string;
  /** The number of table rows to reserve space for. */
  readonly rows?: number;
  /** The height to reserve instead of rows, as a CSS length. */
  readonly height?: string;
}

/** The placeholder of content that loads. It reserves the content's space, so that the layout does not shift. */
export function Skeleton({ label, rows = 6, height }: Props) {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <VisuallyHidden as="p" role="status">
        Loading {label}…
      </VisuallyHidden>
      {height === undefined ? (
        Array.from({ length: rows }, (_, row) => <span key={row} className={styles.row} aria-hidden="true" />)
      ) : (
        <span className={styles.block} style={{ blockSize: height }} aria-hidden="true" />
      )}
    </div>
  );
}
