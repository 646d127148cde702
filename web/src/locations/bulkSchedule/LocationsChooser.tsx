import { isForbidden, messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Failure, Forbidden } from "../../ui/states";
import { withIds, withoutIds } from "./chosen";
import { LocationPicker } from "./LocationPicker";
import type { useChosenLocations } from "./useChosenLocations";

interface Props {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly ids: readonly string[];
  readonly chosen: ReturnType<typeof useChosenLocations>;
}

/** Which locations: pasted, typed, or picked from the list. Ids that nobody has are named. */
export function LocationsChooser({ text, onChange, ids, chosen }: Props) {
  const { locations, unknown, pending, error } = chosen;
  return (
    <section className="bulk-part" aria-labelledby="bulk-locations">
      <h2 id="bulk-locations">Locations</h2>
      <Field
        label="Ids, one per line"
        error={unknown.length > 0 ? unknownText(unknown) : undefined}
        hint="Paste them here, or pick them from the list below."
      >
        {(control) => (
          <textarea
            {...control}
            rows={6}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <div className="bulk-line">
        <span role="status">{pending ? `Looking up ${ids.length}…` : `${locations.length} chosen`}</span>
        {unknown.length > 0 && (
          <Button onClick={() => onChange(withoutIds(text, unknown))}>
            Remove {unknown.length === 1 ? "the unknown id" : `the ${unknown.length} unknown ids`}
          </Button>
        )}
        {ids.length > 0 && (
          <Button look="quiet" onClick={() => onChange("")}>
            Clear
          </Button>
        )}
      </div>
      {isForbidden(error) && <Forbidden to="see locations" error={error} />}
      {error && !isForbidden(error) && (
        <Failure
          message={messageOf(error, "Unable to load locations, Please check your internet and your permissions")}
          onRetry={chosen.retry}
          retrying={chosen.retrying}
        />
      )}
      <details className="bulk-picker">
        <summary>Pick from the list</summary>
        <LocationPicker
          ids={ids}
          onAdd={(added) => onChange(withIds(text, added))}
          onRemove={(removed) => onChange(withoutIds(text, removed))}
        />
      </details>
    </section>
  );
}

/** More than these are counted, not named. */
const NAMED = 20;

function unknownText(ids: readonly string[]): string {
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : "";
  return `There is no location ${ids.slice(0, NAMED).join(", ")}${more}`;
}
