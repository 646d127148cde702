import { useDeferredValue, useMemo, useState } from "react";
import { Link } from "react-router";
import { paths } from "../lib/paths";
import { LinkButton } from "../ui/PlainButton";
import { SearchField } from "../ui/SearchField";
import { Muted } from "../ui/text";
import { DefinitionList } from "./DefinitionList";
import { helpFor } from "./help";
import styles from "./helpContent.module.css";
import type { HelpScreen } from "./screen";
import { ScreenHelp } from "./ScreenHelp";
import { searchHelp } from "./search";

/** The help for the screen at `pathname`, and the search over all help. */
export function HelpContent({ pathname }: { readonly pathname: string }) {
  const [text, setText] = useState("");
  const [selected, setSelected] = useState<HelpScreen | null>(null);
  const query = useDeferredValue(text.trim());
  const screen = selected ?? helpFor(pathname);

  function select(next: HelpScreen) {
    setSelected(next);
    setText("");
  }

  return (
    <div className={styles.content}>
      <SearchField label="Search the help" placeholder="Screen, state or problem" value={text} onChange={setText} />
      {query ? (
        <Results query={query} onSelect={select} />
      ) : screen ? (
        <ScreenHelp screen={screen} />
      ) : (
        <p>There is no help for this page. Search for a screen or a state.</p>
      )}
      <Link to={paths.help}>All help and the glossary</Link>
    </div>
  );
}

interface ResultsProps {
  readonly query: string;
  readonly onSelect: (screen: HelpScreen) => void;
}

function Results({ query, onSelect }: ResultsProps) {
  const { screens, definitions } = useMemo(() => searchHelp(query), [query]);
  return (
    <>
      {screens.length + definitions.length === 0 && (
        <Muted as="p" role="status">
          No matches
        </Muted>
      )}
      {screens.length > 0 && (
        <section className={styles.results} aria-label="Matching screens">
          <h3>Screens</h3>
          <ul>
            {screens.map((screen) => (
              <li key={screen.path}>
                <LinkButton onClick={() => onSelect(screen)}>{screen.title}</LinkButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      {definitions.length > 0 && (
        <section className={styles.results} aria-label="Matching states">
          <h3>States</h3>
          <DefinitionList definitions={definitions} />
        </section>
      )}
    </>
  );
}
