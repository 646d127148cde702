/** The form of the help for a screen. */
import type { Flag } from "../session/permissions";
import type { GlossaryGroupId } from "./glossary";

export interface HelpProblem {
  readonly problem: string;
  readonly solution: string;
}

/** A picture of a screen. */
export interface HelpPicture {
  /** One of `PICTURE_NAMES`. */
  readonly name: string;
  /** What the picture shows. */
  readonly alt: string;
}

export interface HelpScreen {
  /** The pattern of the address, as in the route table. */
  readonly path: `/${string}`;
  /** Other addresses of the screen. */
  readonly aliases?: readonly `/${string}`[];
  readonly title: string;
  /** What the screen is for. */
  readonly purpose: string;
  /** Pictures of the screen with sample data. */
  readonly pictures?: readonly HelpPicture[];
  /** The groups of the glossary with the states that the screen shows. */
  readonly states?: readonly GlossaryGroupId[];
  readonly problems: readonly HelpProblem[];
  /** The server's operations that the screen uses. They determine the required permissions. */
  readonly operations: readonly string[];
  /** The feature flag without which the screen does not open. */
  readonly flag?: Flag;
  /** Where the data comes from, and how old it can be. */
  readonly data: { readonly source: string; readonly age: string };
}

export interface HelpArea {
  readonly title: string;
  readonly screens: readonly HelpScreen[];
}
