/** The states of a command to a fridge (docs/requirements/health.md, CMD-3 and CMD-4). */
import type { QueueMessageState } from "../api/schema";
import { EXPIRES_AFTER, STATE_LABELS } from "../commands/rules/status";
import { formatPeriod } from "../lib/formats";
import type { Definition } from "./definition";

const LIFETIME = formatPeriod(EXPIRES_AFTER);

const define = (state: QueueMessageState, meaning: string, rule: string): Definition => ({
  label: STATE_LABELS[state],
  meaning,
  rule,
});

export const COMMAND_STATES: Readonly<Record<QueueMessageState, Definition>> = {
  QUEUED: define(
    "QUEUED",
    "The command is sent, and the fridge has not received it yet.",
    `It stays queued for at most ${LIFETIME}.`,
  ),
  DELIVERED: define(
    "DELIVERED",
    "The fridge received the command and has not reported a result yet.",
    "A delivered command does not expire.",
  ),
  ACKNOWLEDGED: define("ACKNOWLEDGED", "The fridge executed the command.", "The fridge acknowledged it."),
  REFUSED: define(
    "REFUSED",
    "The fridge did not execute the command. The reason is shown with it.",
    "The fridge rejected it.",
  ),
  EXPIRED: define(
    "EXPIRED",
    "The fridge did not receive the command in time and will not execute it.",
    `The fridge did not receive it within ${LIFETIME}.`,
  ),
  SUPERSEDED: define(
    "SUPERSEDED",
    "A newer command replaced this one.",
    "A later command has the same resource, and this one was not finished.",
  ),
};
