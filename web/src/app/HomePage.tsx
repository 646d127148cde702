import { Alert } from "@aws-amplify/ui-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, type FormEvent } from "react";
import { Link, useNavigate } from "react-router";
import { myPermissions, useFeatureFlags, useMyPermissions } from "../session/permissions";
import { Failure, Loading } from "../ui/states";
import { Attention } from "./Attention";
import { BESIDES, visibleNavigation, type Internal } from "./navigation";
import { useRedirectNotice } from "./redirectNotice";
import "./home.css";

/** The title and the tagline, then the quickest ways on: to one fridge, and to every screen that this person may open. */
export function HomePage() {
  const permissions = useMyPermissions();
  const asked = useQuery(myPermissions);
  const titleOf = useId();
  const notice = useRedirectNotice();
  const groups = [...visibleNavigation(useFeatureFlags()), ...BESIDES]
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(
        (entry): entry is Internal => "to" in entry && (!entry.needs || permissions.may(entry.needs)),
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
      {asked.isPending && <Loading what="your permissions" />}
      {asked.isError && (
        <Failure
          message="Unable to load your permissions, Please check your internet"
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      )}
      {permissions.known && (
        <>
          {permissions.may("GetAllLocation") && <FridgeSearch />}
          {permissions.none && (
            <p>
              Nothing has been granted to you yet. Somebody who manages permissions can do that; then reload this page.
            </p>
          )}
          {!permissions.none && <Attention />}
          <div className="home-groups">
            {groups.map(({ label, entries }, index) => (
              <section key={label} aria-labelledby={`${titleOf}-${index}`}>
                <h2 id={`${titleOf}-${index}`}>{label}</h2>
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
    </div>
  );
}

function FridgeSearch() {
  const navigate = useNavigate();

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get("text");
    const query = new URLSearchParams(typeof text === "string" && text.trim() ? { text: text.trim() } : {});
    void navigate({ pathname: "/locations/all", search: query.toString() });
  }

  return (
    <form role="search" className="home-search" onSubmit={onSubmit}>
      <label htmlFor="fridge-search">Find a fridge</label>
      <input id="fridge-search" name="text" type="search" placeholder="Id or name" autoComplete="off" />
      <button type="submit" className="plain-button">
        Find
      </button>
    </form>
  );
}
