import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import styles from "./shortcutsDialog.module.css";
import { SHORTCUTS } from "./useShortcuts";

/** The list of keyboard shortcuts. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <dl className={styles.shortcuts}>
        {SHORTCUTS.map(({ keys, description }) => (
          <div key={keys.join(" ")}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
