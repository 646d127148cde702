import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useMemo, useState } from "react";
import { formatNumber } from "../../lib/formats";
import { opsLocationIdsQuery, UNABLE_TO_LOAD_LOCATIONS } from "../../locations/opsLocations";
import { foldId } from "../../locations/storedIds";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { businessDay } from "../../lib/day";
import { SelectField } from "../../ui/form/SelectField";
import { artifactTypeOf, SOFTWARE } from "../artifacts";
import { availableArtifacts, type Pilot } from "../queries";
import { deployBlockedReason, parseIds, UNKNOWN_IDS_MESSAGE } from "../rules/deployment";
import { validatePilot, type PilotDraft } from "../rules/pilot";
import { offeredVersions } from "../rules/versions";
import { QueryError } from "../../ui/query/ErrorNotice";
import type { DeploymentRequest } from "./deploy";
import { PilotFields } from "./PilotFields";

const AVAILABLE_FAILURE = "There was an error querying available versions, please refresh page and try again.";

interface Props {
  /** Ids of the fridges in the table. They need no lookup. */
  readonly loaded: ReadonlySet<string>;
  /** Ids selected in the table. */
  readonly selected: ReadonlySet<string>;
  readonly pilots: readonly Pilot[];
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onDeploy: (request: DeploymentRequest) => void;
}

/** The Create Deployment panel (SWR-6). */
export function DeployPanel({ loaded, selected, pilots, busy, onCancel, onDeploy }: Props) {
  const titleId = useId();
  const available = useQuery(availableArtifacts);
  const [text, setText] = useState("");
  const [software, setSoftware] = useState("");
  const [version, setVersion] = useState("");
  const [withPilot, setWithPilot] = useState(false);
  const [draft, setDraft] = useState<PilotDraft>(emptyPilot);

  const entered = useMemo(() => parseIds(text), [text]);
  const unverified = useMemo(() => entered.filter((id) => !loaded.has(id)), [entered, loaded]);
  const locationIds = useQuery({ ...opsLocationIdsQuery, enabled: unverified.length > 0 });
  const knownIds = useMemo(() => locationIds.data && new Set(locationIds.data.map(foldId)), [locationIds.data]);
  const unknown = useMemo(() => unknownIds(unverified, knownIds), [unverified, knownIds]);
  // Deferred until typing pauses, because an incomplete id is always unknown.
  const reportedUnknown = useDeferredValue(unknown);
  const fridges = useMemo(() => [...new Set([...selected, ...entered])], [selected, entered]);
  const artifactType = artifactTypeOf(software);
  const raw = artifactType && available.data?.get(artifactType);
  const versions = artifactType && raw ? offeredVersions(artifactType, raw) : [];
  const errors = validatePilot(draft);
  const blockedReason = deployBlockedReason({
    fridges: fridges.length,
    unknown,
    software,
    version,
    withPilot,
    pilotErrors: errors,
  });

  const buildRequest = (): DeploymentRequest => ({
    fridges,
    software: artifactType && version !== "" ? { artifactType, version } : null,
    pilot: withPilot ? { ...toPilotInput(draft), active: true, version: storedVersion(draft, pilots) } : null,
  });
  return (
    <section className="deploy-panel" aria-labelledby={titleId}>
      <h2 id={titleId}>Create Deployment</h2>
      <div className="deploy-columns">
        <div className="deploy-fridges">
          <Field label="Fridge IDs" hint="In addition to the fridges selected in the table below">
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
            {formatNumber(entered.length)} entered, {formatNumber(selected.size)} selected,{" "}
            {formatNumber(fridges.length)} in total
          </p>
          {reportedUnknown && reportedUnknown.length > 0 && (
            <div role="alert" className="deploy-warning">
              <strong>⚠ {UNKNOWN_IDS_MESSAGE}</strong>
              <p>{reportedUnknown.join(", ")}</p>
            </div>
          )}
          <QueryError query={locationIds} message={() => UNABLE_TO_LOAD_LOCATIONS} />
        </div>
        <div className="deploy-software">
          <div className="deploy-pair">
            <SelectField
              label="Software"
              value={software}
              onChange={(value) => {
                setSoftware(value);
                setVersion("");
              }}
              emptyLabel="None"
              options={SOFTWARE.map(({ type, label }) => ({ value: type, label }))}
            />
            <SelectField
              label="Version"
              description={raw && versions.length === 0 ? "No versions available" : undefined}
              value={version}
              disabled={versions.length === 0}
              onChange={setVersion}
              emptyLabel={available.isPending ? "Loading…" : "Choose a version"}
              options={versions.map(({ cleanName }) => cleanName)}
            />
          </div>
          <QueryError query={available} message={() => AVAILABLE_FAILURE} />
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
        {blockedReason && <span className="muted">{blockedReason}</span>}
        <Button onClick={onCancel}>CANCEL</Button>
        <Button
          variant="primary"
          disabledReason={blockedReason}
          busy={busy}
          busyText="Deploying…"
          onClick={() => onDeploy(buildRequest())}
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

/** Returns the ids that are not locations; null while location ids load. */
function unknownIds(ids: readonly string[], locationIds: ReadonlySet<string> | undefined): readonly string[] | null {
  if (ids.length === 0) return [];
  return locationIds ? ids.filter((id) => !locationIds.has(foldId(id))) : null;
}

function toPilotInput(draft: PilotDraft) {
  const trimmed = Object.fromEntries(Object.entries(draft).map(([field, text]) => [field, String(text).trim()]));
  return { ...(trimmed as unknown as PilotDraft), stage: Number(draft.stage) };
}

/** Returns the version of the stored pilot with this id; null if there is none. */
function storedVersion(draft: PilotDraft, pilots: readonly Pilot[]): number | null {
  return pilots.find(({ id }) => id === draft.id.trim())?.version ?? null;
}
