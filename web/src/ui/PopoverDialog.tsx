import type { ReactNode, RefObject } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { useOverlayContainer } from "./overlayContainer";

interface Props {
  /** The dialog's accessible name. */
  readonly label: string;
  /** The button that opened the dialog. */
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly popoverClass: string | undefined;
  readonly dialogClass: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The popover of a `PopoverButton`, open while it is rendered. */
export function PopoverDialog({ label, trigger, popoverClass = "", dialogClass = "", onClose, children }: Props) {
  const container = useOverlayContainer();
  return (
    <Popover
      className={popoverClass}
      triggerRef={trigger}
      isOpen
      onOpenChange={onClose}
      placement="bottom end"
      UNSTABLE_portalContainer={container}
    >
      <Dialog aria-label={label} className={dialogClass}>
        {children}
      </Dialog>
    </Popover>
  );
}
