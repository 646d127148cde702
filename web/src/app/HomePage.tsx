import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState, type FormEvent } from "react";
import { Link, useNavigate } from "react-router";
import { paths } from "../lib/paths";
import { myPermissionsQuery, useMyPermissions } from "../session/permissions";
import { Alert } from "../ui/Alert";
import { PageFrame } from "../ui/Page";
import { PlainButton } from "../ui/PlainButton";
import { QueryView } from "../ui/query/QueryView";
import { SearchField } from "../ui/SearchField";
import { Attention } from "./Attention";
import styles from "./home.module.css";
import { isInternal } from "./navigation/entries";
import { useVisibleNavigation } from "./navigation/useVisibleNavigation";
import { useRedirectNotice } from "./redirectNotice";

/** The home page: a fridge search, the problems of today, and links to every screen that the user may open. */
export function HomePage() {
  const permissions = useMyPermissions();
  const permissionsQuery = useQuery(myPermissionsQuery);
  const titleId = useId();
  const notice = useRedirectNotice();
  const groups = useVisibleNavigation()
    .map(({ label, entries }) => ({ label, screens: entries.filter(isInternal) }))
    .filter(({ screens }) => screens.length > 0);

  useEffect(() => {
    document.title = "Larder";
  }, []);

  return (
    <PageFrame>
      <header className={styles.header}>
        <h1 tabIndex={-1}>Larder</h1>
        <p>A simple insight into the field</p>
      </header>
      {notice && (
        <Alert variation="warning" role="status">
          {notice}
        </Alert>
      )}
      <QueryView
        query={permissionsQuery}
        label="your permissions"
        error={() => "Unable to load your permissions. Check your internet connection."}
      >
        {() => (
          <>
            {permissions.may("GetAllLocation") && <FridgeSearch />}
            {permissions.hasNone && (
              <p>You don't have any permissions yet. Ask an administrator for access, then reload this page.</p>
            )}
            {!permissions.hasNone && <Attention />}
            <div className={styles.groups}>
              {groups.map(({ label, screens }, index) => (
                <section key={label} aria-labelledby={`${titleId}-${index}`}>
                  <h2 id={`${titleId}-${index}`}>{label}</h2>
                  <ul>
                    {screens.map((entry) => (
                      <li key={entry.to}>
                        <Link to={entry.to}>{entry.label}</Link>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          </>
        )}
      </QueryView>
    </PageFrame>
  );
}

function FridgeSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState("");

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = new URLSearchParams(text.trim() ? { text: text.trim() } : {});
    void navigate({ pathname: paths.locations, search: query.toString() });
  }

  return (
    <form role="search" className={styles.search} onSubmit={onSubmit}>
      <SearchField label="Find a fridge" placeholder="ID or name" value={text} onChange={setText} />
      <PlainButton type="submit">Find</PlainButton>
    </form>
  );
}
