import { Checkbox, ControlGroup, RadioGroup } from "../Checkbox";
import { IconButton, PlainButton } from "../PlainButton";
import { PopoverButton } from "../PopoverButton";
import styles from "./DataTable.module.css";
import type { Density } from "./preferences";

export interface ColumnOption {
  readonly id: string;
  readonly label: string;
  readonly visible: boolean;
}

interface Props {
  readonly columns: readonly ColumnOption[];
  readonly onShow: (column: string, visible: boolean) => void;
  /** @param step -1 for a narrower column, 1 for a wider one */
  readonly onResize: (column: string, step: -1 | 1) => void;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
  /** Restores the default columns, widths and density. */
  readonly onReset: () => void;
}

export const OPTIONS_LABEL = "Table options";

const DENSITIES = [
  ["comfortable", "Comfortable"],
  ["compact", "Compact"],
] as const satisfies readonly (readonly [Density, string])[];

const LAST_COLUMN = "At least one column stays visible";

/** A button that opens the choices of a user about a table: its columns, their widths and its density. */
export function TableOptions({ columns, onShow, onResize, density, onDensity, onReset }: Props) {
  const visibleCount = columns.filter(({ visible }) => visible).length;
  return (
    <div className={styles.options}>
      <PopoverButton
        text={OPTIONS_LABEL}
        label={OPTIONS_LABEL}
        popoverClass={styles.popover}
        dialogClass={styles.optionsDialog}
      >
        {() => (
          <>
            <RadioGroup legend="Density" options={DENSITIES} value={density} onChange={onDensity} />
            <ControlGroup legend="Columns" hint={visibleCount === 1 ? LAST_COLUMN : undefined}>
              {columns.map(({ id, label, visible }) => (
                <div key={id} className={styles.optionsColumn}>
                  <Checkbox
                    label={label}
                    checked={visible}
                    disabledReason={visible && visibleCount === 1 ? LAST_COLUMN : undefined}
                    onChange={(isChecked) => onShow(id, isChecked)}
                  />
                  {visible && (
                    <span>
                      <IconButton label={`Narrower: ${label}`} onClick={() => onResize(id, -1)}>
                        −
                      </IconButton>
                      <IconButton label={`Wider: ${label}`} onClick={() => onResize(id, 1)}>
                        +
                      </IconButton>
                    </span>
                  )}
                </div>
              ))}
            </ControlGroup>
            <PlainButton onClick={onReset}>Restore defaults</PlainButton>
          </>
        )}
      </PopoverButton>
    </div>
  );
}
