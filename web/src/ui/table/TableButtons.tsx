import type { Ref } from "react";
import buttonStyles from "../button.module.css";
import { EXPORT_LABEL } from "../ExportButton";
import styles from "./DataTable.module.css";
import { OPTIONS_LABEL } from "./TableOptions";

interface Props {
  readonly ref: Ref<HTMLDivElement>;
}

/**
 * The place of a table's buttons in a screen's own toolbar, for the table's `toolbarElement`. Until the table is shown, it
 * reserves their space, so that the other buttons do not move when a user is about to press one.
 */
export function TableButtons({ ref }: Props) {
  return (
    <div ref={ref} className={styles.tableButtons}>
      <span className={styles.reservedButtons} aria-hidden="true">
        <span className="amplify-button amplify-field-group__control amplify-button--small">{EXPORT_LABEL}</span>
        <span className={buttonStyles.plain}>{OPTIONS_LABEL}</span>
      </span>
    </div>
  );
}
