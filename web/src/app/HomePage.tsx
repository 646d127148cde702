import { Alert } from "@aws-amplify/ui-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, type FormEvent } from "react";
import { Link, useNavigate } from "react-router";
import { paths } from "../lib/paths";
import { myPermissionsQuery, useFeatureFlags, useMyPermissions } from "../session/permissions";
import { QueryView } from "../ui/query/QueryView";
import { Attention } from "./Attention";
import { UNLISTED_NAVIGATION, visibleNavigation, type Internal } from "./navigation";
import { useRedirectNotice } from "./redirectNotice";
import "./home.css";

/** The home page: a fridge search, the problems of today, and links to every screen that the user may open. */
export function HomePage() {
  const permissions = useMyPermissions();
  const permissionsQuery = useQuery(myPermissionsQuery);
  const titleId = useId();
  const notice = useRedirectNotice();
  const groups = [...visibleNavigation(useFeatureFlags()), ...UNLISTED_NAVIGATION]
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(
        (entry): entry is Internal => "to" in entry && (!entry.requiredAction || permissions.may(entry.requiredAction)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);

  useEffect(() => {
    document.title = "Larder";
  }, []);

  return (
    <div className="page home">
      <header>
        <h1 tabIndex={-1}>Larder</h1>
        <p className="home-tagline">A simple insight into the field</p>
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
            <div className="home-groups">
              {groups.map(({ label, entries }, index) => (
                <section key={label} aria-labelledby={`${titleId}-${index}`}>
                  <h2 id={`${titleId}-${index}`}>{label}</h2>
                  <ul>
                    {entries.map((entry) => (
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
    </div>
  );
}

function FridgeSearch() {
  const navigate = useNavigate();

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get("text");
    const query = new URLSearchParams(typeof text === "string" && text.trim() ? { text: text.trim() } : {});
    void navigate({ pathname: paths.locations, search: query.toString() });
  }

  return (
    <form role="search" className="home-search" onSubmit={onSubmit}>
      <label htmlFor="fridge-search">Find a fridge</label>
      <input id="fridge-search" name="text" type="search" placeholder="ID or name" autoComplete="off" />
      <button type="submit" className="plain-button">
        Find
      </button>
    </form>
  );
}
