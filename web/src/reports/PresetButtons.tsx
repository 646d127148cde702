import { businessDay } from "../lib/day";
import { Button } from "../ui/Button";
import styles from "./report.module.css";
import { rangeOfPreset, type LocalRange, type PRESETS } from "./rules/presets";

interface Props {
  readonly presets: typeof PRESETS;
  readonly onChoose: (range: LocalRange) => void;
}

/** The time ranges that a report offers. */
export function PresetButtons({ presets, onChoose }: Props) {
  return (
    <div className={styles.presets} role="group" aria-label="Time ranges">
      {presets.map((preset) => (
        <Button key={preset.id} variant="link" onClick={() => onChoose(rangeOfPreset(preset, businessDay()))}>
          {preset.label}
        </Button>
      ))}
    </div>
  );
}
