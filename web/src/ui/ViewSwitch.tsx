import "./viewSwitch.css";

interface Props<Value extends string> {
  readonly label: string;
  /** Each value with the label of its button. */
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Switches between a few views of the same data. */
export function ViewSwitch<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <div className="view-switch" role="group" aria-label={label}>
      {options.map(([option, text]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {text}
        </button>
      ))}
    </div>
  );
}
