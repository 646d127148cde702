import type { ReactNode } from "react";
import { Button, WAIT_REASON } from "../Button";
import { Muted } from "../text";
import styles from "./conflictNotice.module.css";

interface Props {
  /** The server's message. */
  readonly message: string;
  /** Who saved the other value, and when. */
  readonly detail?: ReactNode;
  readonly savedValue: ReactNode;
  readonly draftValue: ReactNode;
  /** Whether the user's value is being saved. */
  readonly busy: boolean;
  readonly onUseSaved: () => void;
  readonly onSaveDraft: () => void;
}

/** Shown if another user saved a value while this user edited it. Offers the saved value and the user's own. */
export function ConflictNotice({ message, detail, savedValue, draftValue, busy, onUseSaved, onSaveDraft }: Props) {
  return (
    <section className={styles.conflict} role="alert" aria-label="Conflict">
      <p>{message}</p>
      {detail && <Muted as="p">{detail}</Muted>}
      <div className={styles.values}>
        <div>
          <h3>Saved value</h3>
          <p>{savedValue}</p>
          <Button onClick={onUseSaved} disabledReason={busy ? WAIT_REASON : undefined}>
            Use the saved value
          </Button>
        </div>
        <div>
          <h3>Your value</h3>
          <p>{draftValue}</p>
          <Button onClick={onSaveDraft} busy={busy} busyText="Saving…">
            Save your value
          </Button>
        </div>
      </div>
    </section>
  );
}
