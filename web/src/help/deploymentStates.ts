/** The states of a deployment in stages and of its fridges (docs/requirements/software.md, SWR-11 to SWR-17). */
import type { FridgeDeploymentState, FridgeDeploymentTargetState } from "../api/schema";
import { STATES, targetWord } from "../software/rules/stages";
import type { Definition } from "./definition";

export const DEPLOYMENT_STATES: Readonly<Record<FridgeDeploymentState, Definition>> = {
  RUNNING: {
    label: STATES.RUNNING.label,
    meaning: "The version is sent to the fridges of the started stages.",
    rule: "A user created or continued the deployment. A further stage starts only when a user continues.",
  },
  PAUSED: {
    label: STATES.PAUSED.label,
    meaning: "Nothing more is sent until a user continues. Fridges that got the version keep it.",
    rule: "A user paused the deployment.",
  },
  STOPPED: {
    label: STATES.STOPPED.label,
    meaning: "Nothing more is sent. Roll the deployment back, or create another one for the other fridges.",
    rule: "More than 10% of a stage's updated fridges, and at least 2, have a new alert or stopped reporting.",
  },
  COMPLETED: {
    label: STATES.COMPLETED.label,
    meaning: "The result of every fridge is known.",
    rule: "All stages are started, and each fridge runs the version, failed or was skipped.",
  },
  ROLLED_BACK: {
    label: STATES.ROLLED_BACK.label,
    meaning: "Each fridge gets its previous version.",
    rule: "A user rolled the deployment back.",
  },
};

export const DEPLOYMENT_FRIDGE_STATES: Readonly<Record<FridgeDeploymentTargetState, Definition>> = {
  WAITING: {
    label: targetWord("WAITING").label,
    meaning: "The version was not sent to the fridge.",
    rule: "The fridge's stage is not started, or the deployment ended before.",
  },
  SENT: {
    label: targetWord("SENT").label,
    meaning: "The version was sent. The fridge has not reported it yet.",
    rule: "A fridge reports about every 10 minutes.",
  },
  RUNNING: {
    label: targetWord("RUNNING").label,
    meaning: "The fridge runs the version.",
    rule: "The fridge reported the version after it was sent.",
  },
  FAILED: {
    label: targetWord("FAILED").label,
    meaning: "The fridge probably does not run the version.",
    rule: "The fridge did not report the version within 4 hours. If it reports the version later, it is Running.",
  },
  SKIPPED: {
    label: targetWord("SKIPPED").label,
    meaning: "The version is not sent to the fridge.",
    rule: "The fridge was offline, retired or removed when its stage started.",
  },
  ROLLED_BACK: {
    label: targetWord("ROLLED_BACK").label,
    meaning: "The fridge gets its previous version.",
    rule: "The deployment was rolled back.",
  },
  NOT_ROLLED_BACK: {
    label: targetWord("NOT_ROLLED_BACK").label,
    meaning: "The fridge keeps its version. The reason is shown with it.",
    rule: "It has no previous version, or another deployment changed it since.",
  },
};
