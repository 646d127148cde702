import { useMutation, useQueryClient } from "@tanstack/react-query";
import { formatCount } from "../../lib/formats";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { useConfirm, type ConfirmOptions } from "../../ui/confirm";
import { ErrorNotice } from "../../ui/query/ErrorNotice";
import { ToolbarActions } from "../../ui/Toolbar";
import { continuations, softwareOf, updatedFridges, type Continuation, type Deployment } from "../rules/stages";
import { changeDeployment, deploymentQuery, reloadDeployments, type DeploymentChange } from "./queries";

const FAILURE = "Unable to change the deployment, Please check your internet and your permissions";

/** The buttons that pause, continue and roll back a deployment. Each one is confirmed. */
export function DeploymentActions({ deployment }: { readonly deployment: Deployment }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const { missingPermission } = useMyPermissions();
  const change = useMutation({
    mutationFn: (request: DeploymentChange) => changeDeployment(deployment, request),
    onSuccess: (changed) => {
      client.setQueryData(
        deploymentQuery(changed.id).queryKey,
        (detail) => detail && { ...detail, deployment: changed },
      );
    },
    // After a conflict, the page shows the state that another user or the server set.
    onSettled: () => reloadDeployments(client),
  });
  const disabledReason = missingPermission("DeployFridgeSoftware");

  async function run(request: DeploymentChange, question: ConfirmOptions) {
    if (await confirm(question)) change.mutate(request);
  }

  const canPause = deployment.state === "RUNNING";
  const canRollBack = deployment.state !== "ROLLED_BACK";
  return (
    <>
      <ToolbarActions>
        {canPause && (
          <Button
            busy={change.isPending}
            disabledReason={disabledReason}
            onClick={() => void run({ kind: "pause" }, pauseQuestion(deployment))}
          >
            Pause
          </Button>
        )}
        {continuations(deployment).map((continuation) => (
          <Button
            key={continuation.scope}
            busy={change.isPending}
            disabledReason={disabledReason}
            onClick={() =>
              void run({ kind: "continue", scope: continuation.scope }, continueQuestion(deployment, continuation))
            }
          >
            {continuation.label}
          </Button>
        ))}
        {canRollBack && (
          <Button
            variant="danger"
            busy={change.isPending}
            disabledReason={disabledReason}
            onClick={() => void run({ kind: "rollBack" }, rollBackQuestion(deployment))}
          >
            Roll back
          </Button>
        )}
      </ToolbarActions>
      <ErrorNotice error={change.error} message={FAILURE} />
    </>
  );
}

function pauseQuestion(deployment: Deployment): ConfirmOptions {
  return {
    title: `Pause ${softwareOf(deployment)}?`,
    message: `${softwareOf(deployment)} is not sent to more fridges. ${formatCount(updatedFridges(deployment), "fridge")} that got it keep it.`,
    confirm: "Pause",
  };
}

function continueQuestion(deployment: Deployment, { label, fridges }: Continuation): ConfirmOptions {
  return {
    title: `${label} with ${softwareOf(deployment)}?`,
    message: `${softwareOf(deployment)} is sent to ${formatCount(fridges, "more fridge", "more fridges")} within a minute.`,
    confirm: label,
  };
}

function rollBackQuestion(deployment: Deployment): ConfirmOptions {
  const fridges = updatedFridges(deployment);
  return {
    title: `Roll back ${softwareOf(deployment)}?`,
    message: `The deployment ends. ${formatCount(fridges, "fridge")} with ${softwareOf(deployment)} will roll back to ${fridges === 1 ? "its" : "their"} previous version.`,
    confirm: "Roll back",
    danger: true,
  };
}
