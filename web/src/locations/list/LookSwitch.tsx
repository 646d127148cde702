import type { Look } from "../map/address";

interface Props {
  readonly look: Look;
  readonly onLook: (look: Look) => void;
}

const LOOKS = [
  ["list", "List"],
  ["map", "Map"],
] as const;

/** The same locations as a list or on the map. */
export function LookSwitch({ look, onLook }: Props) {
  return (
    <div className="look-switch" role="group" aria-label="Show as">
      {LOOKS.map(([value, label]) => (
        <button key={value} type="button" aria-pressed={look === value} onClick={() => onLook(value)}>
          {label}
        </button>
      ))}
    </div>
  );
}
