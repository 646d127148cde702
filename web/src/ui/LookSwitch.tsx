import "./lookSwitch.css";

interface Props<Look extends string> {
  readonly label: string;
  /** Each with what its button says. */
  readonly looks: readonly (readonly [look: Look, label: string])[];
  readonly look: Look;
  readonly onLook: (look: Look) => void;
}

/** The same things shown in one of a few ways. */
export function LookSwitch<Look extends string>({ label, looks, look, onLook }: Props<Look>) {
  return (
    <div className="look-switch" role="group" aria-label={label}>
      {looks.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={look === value} onClick={() => onLook(value)}>
          {text}
        </button>
      ))}
    </div>
  );
}
