import { useMemo, useState, type ReactNode } from "react";
import { formatNumber } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Checkbox, ControlGroup } from "../../ui/Checkbox";
import { Dialog } from "../../ui/Dialog";
import { SelectField } from "../../ui/form/SelectField";
import { Muted } from "../../ui/text";
import { artifactTypeOf, SOFTWARE } from "../artifacts";
import type { Pilot } from "../queries";
import { DEFAULT_SELECTION, STATUSES, type FilterSelection } from "./filters";
import { versionCounts, type Row } from "./rows";

interface Props {
  readonly selection: FilterSelection;
  /** All loaded fridges, regardless of the filters. */
  readonly rows: readonly Row[];
  readonly pilots: readonly Pilot[];
  readonly onApply: (selection: FilterSelection) => void;
  readonly onClose: () => void;
}

/** The "Filter by" dialog: statuses, versions of one software, and a pilot (SWR-4). */
export function FilterDialog({ selection, rows, pilots, onApply, onClose }: Props) {
  const [draft, setDraft] = useState(selection);
  const { statuses, software, versions, pilot } = draft;
  const counts = useMemo(
    () => new Map(software === "" ? [] : versionCounts(rows, software).map(({ version, count }) => [version, count])),
    [rows, software],
  );
  const isListedPilot = pilots.some(({ id }) => id === pilot);
  return (
    <Dialog
      title="Filter by"
      onClose={onClose}
      actions={
        <>
          <Button variant="link" onClick={() => setDraft(DEFAULT_SELECTION)}>
            Reset to LIVE
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onApply(draft)}>
            Apply
          </Button>
        </>
      }
    >
      <Choices
        legend="Status"
        options={STATUSES}
        selected={statuses}
        onChange={(next) => setDraft({ ...draft, statuses: next })}
      />
      <SelectField
        label="Software"
        value={software}
        onChange={(value) => setDraft({ ...draft, software: artifactTypeOf(value) ?? "", versions: [] })}
        emptyLabel="Any software"
        options={SOFTWARE.map(({ type, label }) => ({ value: type, label }))}
      />
      {software !== "" && (
        <Choices
          legend="Versions"
          // A link can name a version that no fridge has anymore.
          options={[...new Set([...counts.keys(), ...versions])]}
          labelOf={(version) => (
            <>
              {version} <Muted>({formatNumber(counts.get(version) ?? 0)})</Muted>
            </>
          )}
          selected={versions}
          onChange={(next) => setDraft({ ...draft, versions: next })}
        />
      )}
      <SelectField
        label="Pilot"
        value={pilot}
        onChange={(value) => setDraft({ ...draft, pilot: value })}
        emptyLabel="Any or none"
        options={[
          ...(isListedPilot || pilot === "" ? [] : [pilot]),
          ...pilots.map(({ id, displayName }) => ({ value: id, label: displayName })),
        ]}
      />
    </Dialog>
  );
}

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly Value[];
  /** The label of an option, if it is not its value. */
  readonly labelOf?: (option: Value) => ReactNode;
  readonly selected: readonly Value[];
  /** Called with the selected options in the order of the options. */
  readonly onChange: (selected: readonly Value[]) => void;
}

function Choices<Value extends string>({ legend, options, labelOf, selected, onChange }: ChoicesProps<Value>) {
  return (
    <ControlGroup legend={legend} layout="row">
      {options.map((option) => (
        <Checkbox
          key={option}
          label={labelOf?.(option) ?? option}
          checked={selected.includes(option)}
          onChange={(checked) =>
            onChange(options.filter((other) => (other === option ? checked : selected.includes(other))))
          }
        />
      ))}
    </ControlGroup>
  );
}
