import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useMemo, useState } from "react";
import { opsLocationIds, UNABLE_TO_LOAD_LOCATIONS } from "../../locations/opsLocations";
import { foldId } from "../../locations/storedIds";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { businessDay } from "../../ui/day";
import { Failure } from "../../ui/states";
import { artifactTypeOf, SOFTWARE } from "../artifacts";
import { availableArtifacts, type Pilot } from "../queries";
import { deployRefusal, typedIds, UNKNOWN_IDS } from "../rules/deployment";
import { pilotErrors, type PilotDraft } from "../rules/pilot";
import { offeredVersions } from "../rules/versions";
import type { Order } from "./deploy";
import { PilotFields } from "./PilotFields";

const AVAILABLE_FAILURE = "There was an error querying available versions, please refresh page and try again.";
const count = new Intl.NumberFormat("en-US");

interface Props {
  /** Fridges that are known without asking: those that were loaded for the table. */
  readonly loaded: ReadonlySet<string>;
  /** Ticked in the table. */
  readonly selected: ReadonlySet<string>;
  readonly pilots: readonly Pilot[];
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onDeploy: (order: Order) => void;
}

/** Create Deployment (spec of fleet operations, 2.1 and 5). */
export function DeployPanel({ loaded, selected, pilots, busy, onCancel, onDeploy }: Props) {
  const titleId = useId();
  const available = useQuery(availableArtifacts);
  const [text, setText] = useState("");
  const [software, setSoftware] = useState("");
  const [version, setVersion] = useState("");
  const [withPilot, setWithPilot] = useState(false);
  const [draft, setDraft] = useState<PilotDraft>(emptyPilot);

  const typed = useMemo(() => typedIds(text), [text]);
  const doubtful = useMemo(() => typed.filter((id) => !loaded.has(id)), [typed, loaded]);
  const known = useQuery({ ...opsLocationIds, enabled: doubtful.length > 0 });
  const knownIds = useMemo(() => known.data && new Set(known.data.map(foldId)), [known.data]);
  const unknown = useMemo(() => unknownIds(doubtful, knownIds), [doubtful, knownIds]);
  // Said once the typing rests: each id is unknown until its last letter.
  const told = useDeferredValue(unknown);
  const fridges = useMemo(() => [...new Set([...selected, ...typed])], [selected, typed]);
  const artifactType = artifactTypeOf(software);
  const raw = artifactType && available.data?.get(artifactType);
  const versions = artifactType && raw ? offeredVersions(artifactType, raw) : [];
  const errors = pilotErrors(draft);
  const refusal = deployRefusal({
    fridges: fridges.length,
    unknown,
    software,
    version,
    withPilot,
    pilotErrors: errors,
  });

  const order = (): Order => ({
    fridges,
    software: artifactType && version !== "" ? { artifactType, version } : null,
    pilot: withPilot ? { ...pilotOf(draft), active: true, version: versionOf(draft, pilots) } : null,
  });
  return (
    <section className="deploy-panel" aria-labelledby={titleId}>
      <h2 id={titleId}>Create Deployment</h2>
      <div className="deploy-columns">
        <div className="deploy-fridges">
          <Field label="Fridge IDs" hint="Beside those that are ticked in the table below">
            {(control) => (
              <textarea
                {...control}
                rows={6}
                spellCheck={false}
                autoComplete="off"
                placeholder="Enter each Fridge ID on a new line"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <p role="status">
            {count.format(typed.length)} typed, {count.format(selected.size)} ticked, {count.format(fridges.length)} in
            all
          </p>
          {told && told.length > 0 && (
            <div role="alert" className="deploy-hazard">
              <strong>⚠ {UNKNOWN_IDS}</strong>
              <p>{told.join(", ")}</p>
            </div>
          )}
          {known.error && (
            <Failure
              message={UNABLE_TO_LOAD_LOCATIONS}
              onRetry={() => void known.refetch()}
              retrying={known.isFetching}
            />
          )}
        </div>
        <div className="deploy-what">
          <div className="deploy-pair">
            <Field label="Software">
              {(control) => (
                <select
                  {...control}
                  value={software}
                  onChange={(event) => {
                    setSoftware(event.target.value);
                    setVersion("");
                  }}
                >
                  <option value="">None</option>
                  {SOFTWARE.map(({ type, label }) => (
                    <option key={type} value={type}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field
              label="Version"
              hint={raw && versions.length === 0 ? "There is no version of it to be deployed" : undefined}
            >
              {(control) => (
                <select
                  {...control}
                  value={version}
                  disabled={versions.length === 0}
                  onChange={(event) => setVersion(event.target.value)}
                >
                  <option value="">{available.isPending ? "Loading…" : "Choose a version"}</option>
                  {versions.map(({ cleanName }) => (
                    <option key={cleanName}>{cleanName}</option>
                  ))}
                </select>
              )}
            </Field>
          </div>
          {available.error && (
            <Failure
              message={AVAILABLE_FAILURE}
              onRetry={() => void available.refetch()}
              retrying={available.isFetching}
            />
          )}
          <label className="deploy-check">
            <input type="checkbox" checked={withPilot} onChange={(event) => setWithPilot(event.target.checked)} />
            Pilot?
          </label>
          {withPilot && (
            <PilotFields
              draft={draft}
              errors={errors}
              existing={pilots.find(({ id }) => id === draft.id.trim())}
              onChange={(field, value) => setDraft((now) => ({ ...now, [field]: value }))}
            />
          )}
        </div>
      </div>
      <div className="deploy-actions">
        {refusal && <span className="muted">{refusal}</span>}
        <Button onClick={onCancel}>CANCEL</Button>
        <Button
          look="primary"
          disabledReason={refusal}
          busy={busy}
          busyText="Deploying…"
          onClick={() => onDeploy(order())}
        >
          DEPLOY
        </Button>
      </div>
    </section>
  );
}

function emptyPilot(): PilotDraft {
  return { id: "", displayName: "", stage: "", startDate: businessDay(), endDate: "", description: "" };
}

/** Null while it is not known which ids there are. */
function unknownIds(ids: readonly string[], known: ReadonlySet<string> | undefined): readonly string[] | null {
  if (ids.length === 0) return [];
  return known ? ids.filter((id) => !known.has(foldId(id))) : null;
}

function pilotOf(draft: PilotDraft) {
  const trimmed = Object.fromEntries(Object.entries(draft).map(([field, text]) => [field, String(text).trim()]));
  return { ...(trimmed as unknown as PilotDraft), stage: Number(draft.stage) };
}

/** The version of the pilot that is on the screen, where its id is taken. */
function versionOf(draft: PilotDraft, pilots: readonly Pilot[]): number | null {
  return pilots.find(({ id }) => id === draft.id.trim())?.version ?? null;
}
