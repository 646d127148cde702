import { useMemo, useState } from "react";
import { formatNumber } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { SelectField } from "../../ui/form/SelectField";
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
  const versionOptions = useMemo(() => {
    if (software === "") return [];
    const counts = versionCounts(rows, software);
    // A link can name a version that no fridge has anymore.
    const unusedVersions = versions.filter((version) => !counts.some((entry) => entry.version === version));
    return [...counts, ...unusedVersions.map((version) => ({ version, count: 0 }))];
  }, [rows, software, versions]);
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
      <fieldset className="software-choices">
        <legend>Status</legend>
        {STATUSES.map((status) => (
          <label key={status}>
            <input
              type="checkbox"
              checked={statuses.includes(status)}
              onChange={(event) => {
                const { checked } = event.target;
                // Keeps the order of the options, independent of the order of the clicks.
                const next = STATUSES.filter((other) => (other === status ? checked : statuses.includes(other)));
                setDraft({ ...draft, statuses: next });
              }}
            />
            {status}
          </label>
        ))}
      </fieldset>
      <SelectField
        label="Software"
        value={software}
        onChange={(value) => setDraft({ ...draft, software: artifactTypeOf(value) ?? "", versions: [] })}
        emptyLabel="Any software"
        options={SOFTWARE.map(({ type, label }) => ({ value: type, label }))}
      />
      {software !== "" && (
        <fieldset className="software-choices">
          <legend>Versions</legend>
          {versionOptions.map(({ version, count: fridges }) => (
            <label key={version}>
              <input
                type="checkbox"
                checked={versions.includes(version)}
                onChange={(event) => {
                  const { checked } = event.target;
                  const all = versionOptions.map((other) => other.version);
                  const next = all.filter((other) => (other === version ? checked : versions.includes(other)));
                  setDraft({ ...draft, versions: next });
                }}
              />
              {version} <span className="muted">({formatNumber(fridges)})</span>
            </label>
          ))}
        </fieldset>
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
