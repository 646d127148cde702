import { useDeferredValue, useMemo } from "react";
import { useUrlState } from "../lib/useUrlState";
import { Button } from "../ui/Button";
import { Page } from "../ui/Page";
import { SearchField } from "../ui/SearchField";
import { Muted } from "../ui/text";
import { Toolbar } from "../ui/Toolbar";
import { glossaryAnchor, screenAnchor } from "./anchors";
import { DefinitionList } from "./DefinitionList";
import { GLOSSARY, GLOSSARY_GROUPS } from "./glossary";
import { HELP_AREAS } from "./help";
import styles from "./helpPage.module.css";
import { ScreenHelp } from "./ScreenHelp";
import { searchHelp } from "./search";

/** The help of all screens and the glossary, or the parts that match the search. It can be printed. */
export default function HelpPage() {
  const { address, set, flush } = useUrlState("text");
  const text = address.get("text") ?? "";
  const query = useDeferredValue(text.trim());
  const matches = useMemo(() => (query ? searchHelp(query) : null), [query]);

  const areas = HELP_AREAS.map(({ title, screens }) => ({
    title,
    screens: matches ? screens.filter((screen) => matches.screens.includes(screen)) : screens,
  })).filter(({ screens }) => screens.length > 0);
  const groups = GLOSSARY_GROUPS.map((id) => {
    const { title, definitions } = GLOSSARY[id];
    const shown = matches ? definitions.filter((definition) => matches.definitions.includes(definition)) : definitions;
    return { anchor: glossaryAnchor(id), title, definitions: shown };
  }).filter(({ definitions }) => definitions.length > 0);

  return (
    <Page
      title="Help"
      aside={
        <div className={styles.actions}>
          <Button onClick={() => window.print()}>Print</Button>
        </div>
      }
    >
      <div className={styles.search}>
        <Toolbar landmark="Help">
          <SearchField
            label="Search the help"
            placeholder="Screen, state or problem"
            value={text}
            onChange={(next) => set("text", next)}
            onBlur={flush}
          />
        </Toolbar>
      </div>
      {areas.length === 0 && groups.length === 0 && <Muted as="p">No matches</Muted>}
      <nav className={styles.contents} aria-label="Contents">
        <ul>
          {areas.map(({ title, screens }) => (
            <li key={title}>
              {title}
              <Links targets={screens.map((screen) => [screenAnchor(screen), screen.title])} />
            </li>
          ))}
          {groups.length > 0 && (
            <li>
              Glossary
              <Links targets={groups.map(({ anchor, title }) => [anchor, title])} />
            </li>
          )}
        </ul>
      </nav>
      {areas.map(({ title, screens }) => (
        <section key={title} className={styles.section} aria-label={title}>
          <h2>{title}</h2>
          {screens.map((screen) => (
            <ScreenHelp key={screen.path} screen={screen} hasGlossary />
          ))}
        </section>
      ))}
      {groups.length > 0 && (
        <section className={styles.section} aria-label="Glossary">
          <h2>Glossary</h2>
          {groups.map(({ anchor, title, definitions }) => (
            <div key={anchor} className={styles.group}>
              <h3 id={anchor}>{title}</h3>
              <DefinitionList definitions={definitions} />
            </div>
          ))}
        </section>
      )}
    </Page>
  );
}

/** Links to sections of this page. */
function Links({ targets }: { readonly targets: readonly (readonly [anchor: string, title: string])[] }) {
  return (
    <ul>
      {targets.map(([anchor, title]) => (
        <li key={anchor}>
          <a href={`#${anchor}`}>{title}</a>
        </li>
      ))}
    </ul>
  );
}
