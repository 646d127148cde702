import { useEffect, useState, type ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import styles from "./dialog.module.css";
import { DialogElementContext } from "./overlayContainer";
import { IconButton } from "./PlainButton";
import { CollectorContext } from "./query/errorCollector";

interface Props {
  readonly title: string;
  /** Called when the user presses Escape or the close button. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons, the primary one last. */
  readonly actions: ReactNode;
  readonly wide?: boolean;
  /** Whether the dialog interrupts with an urgent message (role `alertdialog`). */
  readonly alert?: boolean;
  /** Whether the dialog is a panel at the side of the window. */
  readonly side?: boolean;
}

/**
 * A modal dialog, open while it is rendered. It keeps the focus inside and restores it afterwards. Escape closes only
 * the innermost dialog or popup.
 */
export function Dialog({ title, onClose, children, actions, wide = false, alert = false, side = false }: Props) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  // A dialog that is already open keeps the focus until React Aria makes it inert, which happens after the first focus.
  useEffect(() => {
    if (element && !element.contains(document.activeElement)) element.focus();
  }, [element]);
  return (
    <ModalOverlay
      isOpen
      className={side ? `${styles.overlay} ${styles.sideOverlay}` : styles.overlay}
      UNSTABLE_portalContainer={document.querySelector("[data-amplify-theme]") ?? undefined}
      onOpenChange={onClose}
    >
      <Modal className={side ? styles.sideModal : wide ? `${styles.modal} ${styles.wide}` : styles.modal}>
        <AriaDialog ref={setElement} role={alert ? "alertdialog" : "dialog"} className={styles.dialog} aria-modal>
          <header className={styles.header}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton label="Dismiss" onClick={onClose}>
              ×
            </IconButton>
          </header>
          <DialogElementContext value={element}>
            <CollectorContext value={null}>
              <div className={styles.body}>{children}</div>
            </CollectorContext>
            <footer className={styles.actions}>{actions}</footer>
          </DialogElementContext>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
