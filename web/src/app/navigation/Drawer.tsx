import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "../../ui/PlainButton";
import { Brand } from "./Brand";
import styles from "./drawer.module.css";
import { NavigationList } from "./NavigationList";

/** The navigation on a narrow screen. Escape and a tap next to it close it, and the focus returns to its button. */
export default function Drawer({ onClose }: { readonly onClose: () => void }) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.overlay}
      UNSTABLE_portalContainer={document.querySelector("[data-amplify-theme]") ?? undefined}
      onOpenChange={onClose}
    >
      <Modal className={styles.modal}>
        <Dialog className={styles.drawer} aria-label="Navigation">
          <header className={styles.header}>
            <Brand />
            <IconButton label="Close navigation" onClick={onClose}>
              ×
            </IconButton>
          </header>
          <nav aria-label="Main">
            <NavigationList />
          </nav>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
