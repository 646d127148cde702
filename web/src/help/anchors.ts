/** The ids of the sections of the Help page. */
import type { GlossaryGroupId } from "./glossary";
import type { HelpScreen } from "./screen";

export const glossaryAnchor = (group: GlossaryGroupId): string => `glossary-${group}`;

export const screenAnchor = ({ path }: HelpScreen): string => `help${path.replaceAll(/\W+/g, "-")}`;
