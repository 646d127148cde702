import { useState, type ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";
import { useOverlayContainer } from "./overlayContainer";
import styles from "./tooltip.module.css";

interface Props {
  /** The button's accessible name. */
  readonly label: string;
  /** The button's content. */
  readonly icon: ReactNode;
  /** The tooltip's content. */
  readonly children: ReactNode;
}

/** A button that shows a tooltip while the pointer is on it, or when it is touched or focused. */
export function Tooltip({ label, icon, children }: Props) {
  const [open, setOpen] = useState(false);
  const container = useOverlayContainer();
  return (
    <TooltipTrigger isOpen={open} onOpenChange={setOpen} delay={0} closeDelay={0} shouldCloseOnPress={false}>
      <Button className={styles.button} aria-label={label} onPress={() => setOpen(true)}>
        {icon}
      </Button>
      <AriaTooltip
        className={styles.tooltip}
        placement="bottom start"
        offset={4}
        containerPadding={8}
        UNSTABLE_portalContainer={container}
      >
        {children}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
