/** Explains why a person can or cannot do something (docs/requirements/people.md, USR-10). */
import { ACTIONS } from "../../api/actions";
import { formatNames } from "../../lib/formats";
import { OPERATIONS } from "../operationPermissions.generated";
import { formatRequirement } from "./access";
import { FLAGS } from "./flags";

/** Something that a person wants to do, in plain words, with its requirements. */
export interface Question {
  readonly id: string;
  readonly label: string;
  /** The actions; one is enough unless `all` is set. Empty if sign-in is enough. */
  readonly needs: readonly string[];
  readonly all: boolean;
  /** The feature flags of which one is needed. Empty if none is. */
  readonly flags: readonly string[];
}

const COMMAND_FLAGS = FLAGS.map(([flag]) => flag).filter(
  (flag) => flag !== "drop-override" && flag !== "jit-management",
);

/** The feature flags that the server checks in addition to the actions (USR-5). */
const OPERATION_FLAGS: Readonly<Record<string, readonly string[]>> = {
  createDriverAction: ["drop-override"],
  updateJITLocationStatus: ["jit-management"],
  createQueueMessage: COMMAND_FLAGS,
  sendConfirmedInventoryAndConfirmedReservation: ["computer-swap", "feature-flag-admin"],
};

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}`;

/** Everything that can be asked: each operation in plain words, and each action by its name. */
export const QUESTIONS: readonly Question[] = [
  ...OPERATIONS.map(({ name, what, needs, all = false }) => ({
    id: name,
    label: `${sentence(what)} (${name})`,
    needs,
    all,
    flags: OPERATION_FLAGS[name] ?? [],
  })),
  ...ACTIONS.map((action) => ({ id: action, label: `Permission ${action}`, needs: [action], all: false, flags: [] })),
];

/** The person's state. Unknown parts are undefined. */
export interface Subject {
  readonly email: string;
  readonly actions: readonly string[];
  readonly flags: readonly string[];
  readonly enabled: boolean;
  readonly invited: boolean;
  /** The time of the latest sign-in; null if there is none in 90 days. */
  readonly lastSignIn?: string | null | undefined;
  /** The time of the latest change of the permissions or the account. */
  readonly lastChange?: string | undefined;
}

export interface Reason {
  readonly met: boolean;
  readonly text: string;
}

export interface Explanation {
  readonly can: boolean;
  /** Each requirement, and whether the person meets it. */
  readonly reasons: readonly Reason[];
  /** What to do; null if nothing is missing. */
  readonly help: string | null;
  /** Further facts, such as a change after the last sign-in. */
  readonly notes: readonly string[];
}

/** Explains whether and why a person can do something, and who can change it. */
export function explain(question: Question, person: Subject, administrators: readonly string[]): Explanation {
  const { email, actions, flags, enabled, invited, lastSignIn, lastChange } = person;
  const granted = question.needs.filter((action) => actions.includes(action));
  const hasActions =
    question.needs.length === 0 || (question.all ? granted.length === question.needs.length : granted.length > 0);
  const grantedFlags = question.flags.filter((flag) => flags.includes(flag));
  const hasFlags = question.flags.length === 0 || grantedFlags.length > 0;
  const missingActions = question.needs.filter((action) => !actions.includes(action));

  const reasons: Reason[] = [
    { met: enabled, text: enabled ? "The account is enabled." : "The account is disabled, so every call is rejected." },
  ];
  if (invited) reasons.push({ met: false, text: "The invitation is not accepted, so the person cannot sign in." });
  if (question.needs.length === 0) reasons.push({ met: true, text: "It requires only sign-in." });
  else {
    const holds = hasActions
      ? `${email} has ${formatNames(granted)}.`
      : `${email} does not have ${missingActions.join(question.all ? " and " : " or ")}.`;
    reasons.push({
      met: hasActions,
      text: `It requires ${formatRequirement({ ...asRequirement(question) })}. ${holds}`,
    });
  }
  if (question.flags.length > 0) {
    const isOn = hasFlags ? `${formatNames(grantedFlags)} is on for ${email}.` : `None is on for ${email}.`;
    const required =
      question.flags.length === 1
        ? `It requires the feature flag ${question.flags[0]}.`
        : `It requires one of the feature flags ${question.flags.join(", ")}.`;
    reasons.push({ met: hasFlags, text: `${required} ${isOn}` });
  }

  const can = enabled && !invited && hasActions && hasFlags;
  const others = administrators.filter((administrator) => administrator !== email);
  const who = others.length > 0 ? others.join(" or ") : "an administrator";
  const wanted = [
    ...(enabled ? [] : ["to enable the account"]),
    ...(invited ? ["to send the invitation again"] : []),
    ...(hasActions ? [] : [`for ${missingActions.join(question.all ? " and " : " or ")}`]),
    ...(hasFlags ? [] : [`to turn on ${question.flags.length === 1 ? question.flags[0] : "one of the feature flags"}`]),
  ];
  const notes: string[] = [];
  if (can && lastChange !== undefined && lastSignIn !== undefined && (lastSignIn === null || lastSignIn < lastChange)) {
    notes.push(
      "The permissions changed after the last sign-in. The server applies them at once; an open page shows them after a reload.",
    );
  }
  if (question.needs.includes("ManagePermissions")) {
    notes.push("ManagePermissions also requires an authenticator app, which is set up on the account page.");
  }
  return { can, reasons, help: wanted.length > 0 ? `Ask ${who} ${wanted.join(", and ")}.` : null, notes };
}

const asRequirement = ({ needs, all }: Question) => ({
  needs: ACTIONS.filter((action) => needs.includes(action)),
  ...(all ? { all: true as const } : {}),
});
