import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import styles from "./viewSwitch.module.css";

interface Props<Value extends string> {
  readonly label: string;
  /** Each value with the label of its button. */
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Switches between a few views of the same data. The arrow keys move between the buttons. */
export function ViewSwitch<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <ToggleButtonGroup
      className={styles.group}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const selected = options.find(([option]) => keys.has(option));
        if (selected && selected[0] !== value) onChange(selected[0]);
      }}
    >
      {options.map(([option, text]) => (
        <ToggleButton key={option} id={option} className={styles.option}>
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
