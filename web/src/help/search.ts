/** Finds screens and definitions by their words. */
import MiniSearch from "minisearch";
import type { Definition } from "./definition";
import { GLOSSARY } from "./glossary";
import { HELP_SCREENS } from "./help";
import type { HelpScreen } from "./screen";

interface Document {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly screen?: HelpScreen;
  readonly definition?: Definition;
}

const screenDocuments = HELP_SCREENS.map((screen): Omit<Document, "id"> => {
  const { title, purpose, problems, operations, data } = screen;
  const problemTexts = problems.flatMap(({ problem, solution }) => [problem, solution]);
  return { title, text: [purpose, ...problemTexts, ...operations, data.source, data.age].join(" "), screen };
});

const definitionDocuments = Object.values(GLOSSARY).flatMap(({ title, definitions }) =>
  definitions.map((definition): Omit<Document, "id"> => ({
    title: definition.label,
    text: `${title} ${definition.meaning} ${definition.rule}`,
    definition,
  })),
);

const documents = [...screenDocuments, ...definitionDocuments].map((document, id): Document => ({ ...document, id }));

const index = new MiniSearch<Document>({
  fields: ["title", "text"],
  searchOptions: { prefix: true, combineWith: "AND", boost: { title: 3 } },
});
index.addAll(documents);

export interface HelpMatches {
  readonly screens: readonly HelpScreen[];
  readonly definitions: readonly Definition[];
}

/** The screens and definitions with all words of the query, best first. */
export function searchHelp(query: string): HelpMatches {
  const found = index.search(query).map(({ id }) => documents[Number(id)]);
  return {
    screens: found.flatMap((document) => document?.screen ?? []),
    definitions: found.flatMap((document) => document?.definition ?? []),
  };
}
