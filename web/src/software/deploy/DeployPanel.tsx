import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { formatNumber } from "../../lib/formats";
import { opsLocationIdsQuery, UNABLE_TO_LOAD_LOCATIONS } from "../../locations/opsLocations";
import { foldId } from "../../locations/storedIds";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { FormField } from "../../ui/form/FormField";
import { SelectField } from "../../ui/form/SelectField";
import { TextField } from "../../ui/form/TextField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { Panel } from "../../ui/Panel";
import { QueryError } from "../../ui/query/ErrorNotice";
import { Muted } from "../../ui/text";
import { artifactTypeOf, SOFTWARE } from "../artifacts";
import { availableArtifacts, type Pilot } from "../queries";
import { deployBlockedReason, parseIds, UNKNOWN_IDS_MESSAGE } from "../rules/deployment";
import { validatePilot } from "../rules/pilot";
import { offeredVersions } from "../rules/versions";
import type { DeploymentRequest } from "./deploy";
import { emptyDeployment, SCHEMA } from "./deployForm";
import styles from "./deployPanel.module.css";
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
  const available = useQuery(availableArtifacts);
  const { form, submit } = useLarderForm({
    schema: SCHEMA,
    defaultValues: emptyDeployment(),
    onSubmit: (values) => {
      onDeploy({
        fridges,
        software: artifactType && values.version !== "" ? { artifactType, version: values.version } : null,
        pilot: values.withPilot ? { ...values.pilot, active: true, version: existing?.version ?? null } : null,
      });
      return Promise.resolve();
    },
  });
  const { control } = form;
  const { ids, software, version, withPilot, pilot } = form.watch();

  const { entered, fridges, unknown, locationIds } = useFridges(ids, loaded, selected);
  // Deferred until typing pauses, because an incomplete id is always unknown.
  const reportedUnknown = useDeferredValue(unknown);
  const artifactType = artifactTypeOf(software);
  const raw = artifactType && available.data?.get(artifactType);
  const versions = artifactType && raw ? offeredVersions(artifactType, raw) : [];
  const existing = pilots.find(({ id }) => id === pilot.id.trim());
  const pilotErrors = validatePilot(pilot);
  const blockedReason = deployBlockedReason({
    fridges: fridges.length,
    unknown,
    software,
    version,
    withPilot,
    pilotErrors,
  });

  return (
    <Panel title="Create Deployment">
      <div className={styles.columns}>
        <div className={styles.column}>
          <FormField control={control} name="ids">
            {(field) => (
              <TextField
                {...field}
                label="Fridge IDs"
                description="In addition to the fridges selected in the table below"
                rows={6}
                spellCheck={false}
                placeholder="Enter each Fridge ID on a new line"
              />
            )}
          </FormField>
          <p role="status">
            {formatNumber(entered.length)} entered, {formatNumber(selected.size)} selected,{" "}
            {formatNumber(fridges.length)} in total
          </p>
          {reportedUnknown && reportedUnknown.length > 0 && (
            <div role="alert" className={styles.warning}>
              <strong>⚠ {UNKNOWN_IDS_MESSAGE}</strong>
              <p>{reportedUnknown.join(", ")}</p>
            </div>
          )}
          <QueryError query={locationIds} message={() => UNABLE_TO_LOAD_LOCATIONS} />
        </div>
        <div className={styles.column}>
          <div className={styles.software}>
            <FormField control={control} name="software">
              {(field) => (
                <SelectField
                  {...field}
                  label="Software"
                  emptyLabel="None"
                  options={SOFTWARE.map(({ type, label }) => ({ value: type, label }))}
                  onChange={(value) => {
                    field.onChange(value);
                    form.setValue("version", "");
                  }}
                />
              )}
            </FormField>
            <FormField control={control} name="version">
              {(field) => (
                <SelectField
                  {...field}
                  label="Version"
                  description={raw && versions.length === 0 ? "No versions available" : undefined}
                  disabled={versions.length === 0}
                  emptyLabel={available.isPending ? "Loading…" : "Choose a version"}
                  options={versions.map(({ cleanName }) => cleanName)}
                />
              )}
            </FormField>
          </div>
          <QueryError query={available} message={() => AVAILABLE_FAILURE} />
          <FormField control={control} name="withPilot">
            {({ value, onChange, onBlur, inputRef }) => (
              <Checkbox label="Pilot?" checked={value} onChange={onChange} onBlur={onBlur} inputRef={inputRef} />
            )}
          </FormField>
          {withPilot && <PilotFields form={form} errors={pilotErrors} existing={existing} />}
        </div>
      </div>
      <div className={styles.actions}>
        {blockedReason && <Muted>{blockedReason}</Muted>}
        <Button onClick={onCancel}>CANCEL</Button>
        <Button
          variant="primary"
          disabledReason={blockedReason}
          busy={busy}
          busyText="Deploying…"
          onClick={() => void submit()}
        >
          DEPLOY
        </Button>
      </div>
    </Panel>
  );
}

/** The fridges of the deployment: the ones selected in the table and the entered ones. */
function useFridges(text: string, loaded: ReadonlySet<string>, selected: ReadonlySet<string>) {
  const entered = useMemo(() => parseIds(text), [text]);
  const unverified = useMemo(() => entered.filter((id) => !loaded.has(id)), [entered, loaded]);
  const locationIds = useQuery({ ...opsLocationIdsQuery, enabled: unverified.length > 0 });
  const known = useMemo(() => locationIds.data && new Set(locationIds.data.map(foldId)), [locationIds.data]);
  const unknown = useMemo(() => unknownIds(unverified, known), [unverified, known]);
  const fridges = useMemo(() => [...new Set([...selected, ...entered])], [selected, entered]);
  return { entered, fridges, unknown, locationIds };
}

/** Returns the ids that are not locations; null while location ids load. */
function unknownIds(ids: readonly string[], locationIds: ReadonlySet<string> | undefined): readonly string[] | null {
  if (ids.length === 0) return [];
  return locationIds ? ids.filter((id) => !locationIds.has(foldId(id))) : null;
}
