import { useDeferredValue } from "react";
import { formatNumber } from "../../lib/formats";
import { UNABLE_TO_LOAD_LOCATIONS } from "../../locations/opsLocations";
import type { BoundProps } from "../../ui/form/FormField";
import { TextField } from "../../ui/form/TextField";
import { QueryError } from "../../ui/query/ErrorNotice";
import { UNKNOWN_IDS_MESSAGE } from "../rules/deployment";
import styles from "./deployPanel.module.css";
import type { useFridges } from "./useFridges";

interface Props {
  readonly field: BoundProps<string>;
  readonly selected: ReadonlySet<string>;
  readonly result: ReturnType<typeof useFridges>;
}

/** The field for the ids of fridges, with their number and the unknown ones. */
export function FridgeIdsField({ field, selected, result: { entered, fridges, unknown, locationIds } }: Props) {
  // Deferred until typing pauses, because an incomplete id is always unknown.
  const reportedUnknown = useDeferredValue(unknown);
  return (
    <>
      <TextField
        {...field}
        label="Fridge IDs"
        description="In addition to the fridges selected in the table below"
        rows={6}
        spellCheck={false}
        placeholder="Enter each Fridge ID on a new line"
      />
      <p role="status">
        {formatNumber(entered.length)} entered, {formatNumber(selected.size)} selected, {formatNumber(fridges.length)}{" "}
        in total
      </p>
      {reportedUnknown && reportedUnknown.length > 0 && (
        <div role="alert" className={styles.warning}>
          <strong>⚠ {UNKNOWN_IDS_MESSAGE}</strong>
          <p>{reportedUnknown.join(", ")}</p>
        </div>
      )}
      <QueryError query={locationIds} message={() => UNABLE_TO_LOAD_LOCATIONS} />
    </>
  );
}
