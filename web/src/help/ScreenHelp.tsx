import { Link } from "react-router";
import { useMyPermissions } from "../session/permissions";
import { Facts } from "../ui/Facts";
import { accessOf } from "./access";
import { glossaryAnchor, screenAnchor } from "./anchors";
import { DefinitionList } from "./DefinitionList";
import { GLOSSARY } from "./glossary";
import type { HelpScreen } from "./screen";
import { ScreenPicture } from "./ScreenPicture";
import styles from "./screenHelp.module.css";

interface Props {
  readonly screen: HelpScreen;
  /** Whether the glossary is on the same page. The definitions of the states are then links. */
  readonly hasGlossary?: boolean;
}

/** The help for one screen. */
export function ScreenHelp({ screen, hasGlossary = false }: Props) {
  const { path, title, purpose, pictures = [], states = [], problems, data } = screen;
  const anchor = hasGlossary ? screenAnchor(screen) : `panel-${screenAnchor(screen)}`;
  return (
    <article className={styles.screen} aria-labelledby={anchor}>
      <h3 id={anchor}>{title}</h3>
      <p>{purpose}</p>
      {hasGlossary && !path.includes(":") && (
        <Link to={path} className={styles.open}>
          Open {title}
        </Link>
      )}
      {pictures.map((picture) => (
        <ScreenPicture key={picture.name} {...picture} />
      ))}
      <h4>Common problems</h4>
      <dl className={styles.problems}>
        {problems.map(({ problem, solution }) => (
          <div key={problem}>
            <dt>{problem}</dt>
            <dd>{solution}</dd>
          </div>
        ))}
      </dl>
      {states.length > 0 && (
        <>
          <h4>States</h4>
          {hasGlossary ? (
            <ul className={styles.list}>
              {states.map((state) => (
                <li key={state}>
                  <a href={`#${glossaryAnchor(state)}`}>{GLOSSARY[state].title}</a>
                </li>
              ))}
            </ul>
          ) : (
            states.map((state) => (
              <details key={state} className={styles.states}>
                <summary>{GLOSSARY[state].title}</summary>
                <DefinitionList definitions={GLOSSARY[state].definitions} />
              </details>
            ))
          )}
        </>
      )}
      <PermissionList screen={screen} />
      <h4>About this data</h4>
      <Facts
        facts={[
          ["Source", data.source],
          ["Age", data.age],
        ]}
      />
    </article>
  );
}

function PermissionList({ screen }: { readonly screen: HelpScreen }) {
  const { may, isLoaded } = useMyPermissions();
  const permissions = accessOf(screen, may);
  return (
    <>
      <h4>Permissions</h4>
      {permissions.length === 0 && <p>Sign-in only</p>}
      <ul className={styles.list}>
        {permissions.map(({ requirement, activities, isGranted }) => (
          <li key={requirement}>
            <strong>{requirement}</strong>
            {isLoaded && !isGranted && " (you don't have it)"}: {activities.join("; ")}
          </li>
        ))}
        {screen.flag !== undefined && (
          <li>
            <strong>Feature flag {screen.flag}</strong>: opens the screen
          </li>
        )}
      </ul>
    </>
  );
}
