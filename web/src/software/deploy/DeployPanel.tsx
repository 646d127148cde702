import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { FormField } from "../../ui/form/FormField";
import { SelectField } from "../../ui/form/SelectField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { Panel } from "../../ui/Panel";
import { Muted } from "../../ui/text";
import { artifactTypeOf, SOFTWARE } from "../artifacts";
import type { Pilot } from "../queries";
import { deployBlockedReason } from "../rules/deployment";
import { validatePilot } from "../rules/pilot";
import type { DeploymentRequest } from "./deploy";
import { emptyDeployment, SCHEMA } from "./deployForm";
import styles from "./deployPanel.module.css";
import { FridgeIdsField } from "./FridgeIdsField";
import { PilotFields } from "./PilotFields";
import { useFridges } from "./useFridges";
import { AvailableVersionsError, VersionField } from "./VersionField";

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

  const result = useFridges(ids, loaded, selected);
  const { fridges, unknown } = result;
  const artifactType = artifactTypeOf(software);
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
            {(field) => <FridgeIdsField field={field} selected={selected} result={result} />}
          </FormField>
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
              {(field) => <VersionField field={field} artifactType={artifactType} />}
            </FormField>
          </div>
          <AvailableVersionsError />
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
