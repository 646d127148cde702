import { useId, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import "./tooltip.css";

interface Props {
  /** What the button is, to those who do not see it. */
  readonly label: string;
  readonly className?: string | undefined;
  /** What the button shows. */
  readonly icon: ReactNode;
  /** What it tells about when it is pointed at, or has the focus. */
  readonly children: ReactNode;
}

/** Room that a tooltip is given below its button; where there is less, it stands above. */
const BELOW = 260;
/** As wide as the style sheet lets one be, with its distance from the window's edge. */
const WIDTH = 336;

interface Place {
  /** Where it is drawn: as near to the page's end as the theme's colours reach. */
  readonly into: Element;
  readonly style: Spot;
}

interface Spot {
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** A button that tells more when it is pointed at, touched or has the focus; outside of what would cut it off. */
export function Tooltip({ label, className = "", icon, children }: Props) {
  const id = useId();
  const [place, setPlace] = useState<Place | null>(null);
  const open = (button: HTMLElement) =>
    setPlace({
      into: button.closest("[data-amplify-theme]") ?? document.body,
      style: spotAt(button.getBoundingClientRect()),
    });
  const close = () => setPlace(null);
  return (
    <>
      <button
        type="button"
        className={`tooltip-button ${className}`.trim()}
        aria-label={label}
        aria-describedby={place ? id : undefined}
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
      {place &&
        createPortal(
          <div role="tooltip" id={id} className="tooltip" style={place.style}>
            {children}
          </div>,
          place.into,
        )}
    </>
  );
}

function spotAt(box: DOMRect): Spot {
  const left = Math.max(8, Math.min(box.left, window.innerWidth - WIDTH));
  if (window.innerHeight - box.bottom >= BELOW) return { left, top: box.bottom + 4 };
  return { left, bottom: window.innerHeight - box.top + 4 };
}
