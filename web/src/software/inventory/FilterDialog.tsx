import { useMemo, useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { artifactTypeOf, SOFTWARE } from "../artifacts";
import type { Pilot } from "../queries";
import { DEFAULT, STATUSES, type Chosen } from "./filters";
import { versionCounts, type Row } from "./rows";

const count = new Intl.NumberFormat("en-US");

interface Props {
  readonly chosen: Chosen;
  /** All that were loaded, whatever is filtered. */
  readonly rows: readonly Row[];
  readonly pilots: readonly Pilot[];
  readonly onApply: (chosen: Chosen) => void;
  readonly onClose: () => void;
}

/** 'Filter by': statuses, a software's versions, a pilot (spec of fleet operations, 2.1 and 4.2). */
export function FilterDialog({ chosen, rows, pilots, onApply, onClose }: Props) {
  const [draft, setDraft] = useState(chosen);
  const { statuses, software, versions, pilot } = draft;
  const offered = useMemo(() => {
    if (software === "") return [];
    const counted = versionCounts(rows, software);
    // A link may name a version that no fridge has any more.
    const others = versions.filter((version) => !counted.some((known) => known.version === version));
    return [...counted, ...others.map((version) => ({ version, count: 0 }))];
  }, [rows, software, versions]);
  const known = pilots.some(({ id }) => id === pilot);
  return (
    <Dialog
      title="Filter by"
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={() => setDraft(DEFAULT)}>
            Reset to LIVE
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={() => onApply(draft)}>
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
                // In the order of the choices, whichever was ticked first.
                const next = STATUSES.filter((other) => (other === status ? checked : statuses.includes(other)));
                setDraft({ ...draft, statuses: next });
              }}
            />
            {status}
          </label>
        ))}
      </fieldset>
      <Field label="Software">
        {(control) => (
          <select
            {...control}
            value={software}
            onChange={(event) =>
              setDraft({ ...draft, software: artifactTypeOf(event.target.value) ?? "", versions: [] })
            }
          >
            <option value="">Any software</option>
            {SOFTWARE.map(({ type, label }) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {software !== "" && (
        <fieldset className="software-choices">
          <legend>Versions</legend>
          {offered.map(({ version, count: fridges }) => (
            <label key={version}>
              <input
                type="checkbox"
                checked={versions.includes(version)}
                onChange={(event) => {
                  const { checked } = event.target;
                  const all = offered.map((other) => other.version);
                  const next = all.filter((other) => (other === version ? checked : versions.includes(other)));
                  setDraft({ ...draft, versions: next });
                }}
              />
              {version} <span className="muted">({count.format(fridges)})</span>
            </label>
          ))}
        </fieldset>
      )}
      <Field label="Pilot">
        {(control) => (
          <select {...control} value={pilot} onChange={(event) => setDraft({ ...draft, pilot: event.target.value })}>
            <option value="">Any or none</option>
            {!known && pilot !== "" && <option>{pilot}</option>}
            {pilots.map(({ id, displayName }) => (
              <option key={id} value={id}>
                {displayName}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Dialog>
  );
}
