import { useId, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import "./tooltip.css";

interface Props {
  /** The button's accessible name. */
  readonly label: string;
  readonly className?: string | undefined;
  /** The button's content. */
  readonly icon: ReactNode;
  /** The tooltip's content. */
  readonly children: ReactNode;
}

/** Space in pixels that a tooltip needs below its button. With less space it opens above the button. */
const MIN_SPACE_BELOW = 260;
/** The maximum width from the style sheet plus the distance to the window's edge, in pixels. */
const MAX_WIDTH = 336;

interface Placement {
  /** The parent of the tooltip: the outermost element with the theme's colors. */
  readonly container: Element;
  readonly style: Position;
}

interface Position {
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
}

/**
 * A button that shows a tooltip while the pointer is on it, or when it is touched or focused. A portal keeps the
 * tooltip from being clipped by the button's ancestors.
 */
export function Tooltip({ label, className = "", icon, children }: Props) {
  const id = useId();
  const [placement, setPlacement] = useState<Placement | null>(null);
  const open = (button: HTMLElement) =>
    setPlacement({
      container: button.closest("[data-amplify-theme]") ?? document.body,
      style: positionOf(button.getBoundingClientRect()),
    });
  const close = () => setPlacement(null);
  return (
    <>
      <button
        type="button"
        className={`tooltip-button ${className}`.trim()}
        aria-label={label}
        aria-describedby={placement ? id : undefined}
        onPointerEnter={(event) => open(event.currentTarget)}
        onPointerLeave={close}
        onFocus={(event) => open(event.currentTarget)}
        onBlur={close}
        onClick={(event) => open(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
        }}
      >
        {icon}
      </button>
      {placement &&
        createPortal(
          <div role="tooltip" id={id} className="tooltip" style={placement.style}>
            {children}
          </div>,
          placement.container,
        )}
    </>
  );
}

function positionOf(box: DOMRect): Position {
  const left = Math.max(8, Math.min(box.left, window.innerWidth - MAX_WIDTH));
  if (window.innerHeight - box.bottom >= MIN_SPACE_BELOW) return { left, top: box.bottom + 4 };
  return { left, bottom: window.innerHeight - box.top + 4 };
}
