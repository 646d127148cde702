import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { check, maxLength, object, pipe, string, transform, trim } from "valibot";
import { formatCount } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/confirm";
import { FormField } from "../../ui/form/FormField";
import { SelectField } from "../../ui/form/SelectField";
import { TextField } from "../../ui/form/TextField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { Panel } from "../../ui/Panel";
import { ErrorNotice } from "../../ui/query/ErrorNotice";
import { Muted } from "../../ui/text";
import { artifactTypeOf, labelOf, SOFTWARE } from "../artifacts";
import styles from "../deploy/deployPanel.module.css";
import { FridgeIdsField } from "../deploy/FridgeIdsField";
import { useFridges } from "../deploy/useFridges";
import { AvailableVersionsError, VersionField } from "../deploy/VersionField";
import type { Pilot } from "../queries";
import { parseStages } from "../rules/stages";
import { stagedBlockedReason } from "../rules/stagedDeployment";
import { createDeployment, reloadDeployments } from "./queries";

const FAILURE = "Unable to create the deployment, Please check your internet and your permissions";
const MAX_REASON = 500;

const SCHEMA = object({
  /** One fridge ID per line. */
  ids: string(),
  pilotId: string(),
  software: string(),
  version: string(),
  stages: pipe(
    string(),
    check((text) => parseStages(text) !== null, "Enter up to 10 increasing percentages that end with 100"),
    transform((text) => parseStages(text) ?? []),
  ),
  reason: pipe(string(), trim(), maxLength(MAX_REASON, `Enter at most ${MAX_REASON} characters`)),
});

interface Props {
  /** Ids of the fridges in the table. They need no lookup. */
  readonly loaded: ReadonlySet<string>;
  /** Ids selected in the table. */
  readonly selected: ReadonlySet<string>;
  readonly pilots: readonly Pilot[];
  readonly onCancel: () => void;
}

/** Creates a deployment in stages and opens its page (SWR-11). */
export function StagedPanel({ loaded, selected, pilots, onCancel }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const confirm = useConfirm();
  // A repeated submission with the same values returns the same deployment.
  const [clientToken] = useState(() => crypto.randomUUID());
  const { form, submit, busy, error } = useLarderForm({
    schema: SCHEMA,
    defaultValues: { ids: "", pilotId: "", software: "", version: "", stages: "5, 25, 100", reason: "" },
    mode: "onTouched",
    fieldOf: (field) => (field === "fridges" ? "ids" : field),
    onSubmit: async (values) => {
      if (!artifactType) return;
      const name = `${labelOf(artifactType)} ${values.version}`;
      const confirmed = await confirm({
        title: `Deploy ${name} in stages?`,
        message: `The deployment has ${formatCount(targets.size, "fridge")}. ${name} is sent to the first stage within a minute. Each further stage starts when you continue.`,
        confirm: "Start deployment",
      });
      if (!confirmed) return;
      const { id } = await createDeployment({
        artifactType,
        version: values.version,
        fridges,
        pilotId: values.pilotId === "" ? null : values.pilotId,
        stages: values.stages,
        reason: values.reason === "" ? null : values.reason,
        clientToken,
      });
      void reloadDeployments(client);
      await navigate(paths.deployment(id));
    },
  });
  const { control } = form;
  const { ids, pilotId, software, version } = form.watch();
  const result = useFridges(ids, loaded, selected);
  const { fridges, unknown } = result;
  const pilot = pilots.find(({ id }) => id === pilotId);
  const targets = new Set([...fridges, ...(pilot?.fridgeIds ?? [])]);
  const artifactType = artifactTypeOf(software);
  const blockedReason = stagedBlockedReason({ fridges: targets.size, unknown, software, version });

  return (
    <Panel title="Deploy in stages">
      <div className={styles.columns}>
        <div className={styles.column}>
          <FormField control={control} name="ids">
            {(field) => <FridgeIdsField field={field} selected={selected} result={result} />}
          </FormField>
        </div>
        <div className={styles.column}>
          <div className={styles.software}>
            <FormField control={control} name="pilotId">
              {(field) => (
                <SelectField
                  {...field}
                  label="Pilot first"
                  description={
                    pilot
                      ? `${formatCount(pilot.fridgeIds.length, "fridge")} in the first stage`
                      : "The fridges of a pilot are the first stage"
                  }
                  emptyLabel="No pilot"
                  options={pilots.map(({ id, displayName }) => ({ value: id, label: displayName }))}
                />
              )}
            </FormField>
            <FormField control={control} name="software">
              {(field) => (
                <SelectField
                  {...field}
                  label="Software"
                  emptyLabel="Choose software"
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
            <FormField control={control} name="stages">
              {(field) => (
                <TextField {...field} label="Stages in percent" description="Of all fridges, separated by commas" />
              )}
            </FormField>
          </div>
          <FormField control={control} name="reason">
            {(field) => <TextField {...field} label="Reason" description="Optional, for the history" />}
          </FormField>
          <AvailableVersionsError />
        </div>
      </div>
      <ErrorNotice error={error} message={FAILURE} />
      <div className={styles.actions}>
        {blockedReason && <Muted>{blockedReason}</Muted>}
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          disabledReason={blockedReason}
          busy={busy}
          busyText="Starting…"
          onClick={() => void submit()}
        >
          Start deployment…
        </Button>
      </div>
    </Panel>
  );
}
