import { useId } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { useOverlayContainer } from "../overlayContainer";
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

const DENSITIES = [
  ["comfortable", "Comfortable"],
  ["compact", "Compact"],
] as const satisfies readonly (readonly [Density, string])[];

/** A button that opens the choices of a user about a table: its columns, their widths and its density. */
export function TableOptions({ columns, onShow, onResize, density, onDensity, onReset }: Props) {
  const densityName = useId();
  const container = useOverlayContainer();
  const visibleCount = columns.filter(({ visible }) => visible).length;
  return (
    <div className={styles.options}>
      <DialogTrigger>
        <Button className="plain-button">Table options</Button>
        <Popover placement="bottom end" className={styles.popover} UNSTABLE_portalContainer={container}>
          <Dialog aria-label="Table options" className={styles.optionsDialog}>
            <fieldset>
              <legend>Density</legend>
              {DENSITIES.map(([value, label]) => (
                <label key={value}>
                  <input
                    type="radio"
                    name={densityName}
                    checked={density === value}
                    onChange={() => onDensity(value)}
                  />
                  {label}
                </label>
              ))}
            </fieldset>
            <fieldset>
              <legend>Columns</legend>
              {columns.map(({ id, label, visible }) => (
                <div key={id} className={styles.optionsColumn}>
                  <label>
                    <input
                      type="checkbox"
                      checked={visible}
                      disabled={visible && visibleCount === 1}
                      onChange={(event) => onShow(id, event.target.checked)}
                    />
                    {label}
                  </label>
                  {visible && (
                    <span>
                      <button
                        type="button"
                        className="icon-button"
                        aria-label={`Narrower: ${label}`}
                        onClick={() => onResize(id, -1)}
                      >
                        −
                      </button>
                      <button
                        type="button"
                        className="icon-button"
                        aria-label={`Wider: ${label}`}
                        onClick={() => onResize(id, 1)}
                      >
                        +
                      </button>
                    </span>
                  )}
                </div>
              ))}
            </fieldset>
            <button type="button" className="plain-button" onClick={onReset}>
              Restore defaults
            </button>
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  );
}
