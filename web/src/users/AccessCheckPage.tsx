import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import { paths, withQuery } from "../lib/paths";
import { useUrlState, type UrlState } from "../lib/useUrlState";
import { featureFlagsQuery, myPermissionsQuery, useMyPermissions } from "../session/permissions";
import { useUser } from "../session/user";
import { ComboboxField } from "../ui/form/ComboboxField";
import { SelectField } from "../ui/form/SelectField";
import { Notice } from "../ui/Notice";
import { Page } from "../ui/Page";
import { QueryView } from "../ui/query/QueryView";
import { Empty } from "../ui/states";
import { Tag } from "../ui/Tag";
import { Muted } from "../ui/text";
import styles from "./access/access.module.css";
import { useColleague, type Loaded } from "./access/useColleague";
import { explain, QUESTIONS, type Subject } from "./rules/explain";
import { administratorsQuery, staffQuery } from "./staff";

const FAILURE = "Unable to load permissions, Please check your internet and your permissions";
const LABELS = QUESTIONS.map(({ label }) => label);

/** Explains why a person can or cannot do something (docs/requirements/people.md, USR-10). */
export default function AccessCheckPage() {
  const { sub } = useUser();
  const { may, isLoaded } = useMyPermissions();
  const state = useUrlState("question");
  const isAdministrator = isLoaded && may("ManagePermissions");
  const person = state.address.get("person") ?? "";
  const isOther = isAdministrator && person !== "" && person !== sub;
  return (
    <Page title="Why can't I…?">
      <Muted as="p">
        {isAdministrator
          ? "Select a person and an action to see what is required, what the person has, and who can change it."
          : "Select an action to see what is required, what you have, and who can change it."}
      </Muted>
      <div className={styles.fields}>
        {isAdministrator && <PersonField own={sub} person={person} set={state.set} />}
        <QuestionField {...state} />
      </div>
      {isOther ? <ColleagueAnswer user={person} {...state} /> : <OwnAnswer {...state} />}
    </Page>
  );
}

interface PersonProps extends Pick<UrlState, "set"> {
  readonly own: string;
  readonly person: string;
}

function PersonField({ own, person, set }: PersonProps) {
  const staff = useQuery(staffQuery);
  return (
    <SelectField
      label="Person"
      value={person === own ? "" : person}
      onChange={(next) => set("person", next)}
      emptyLabel="You"
      options={(staff.data ?? [])
        .filter(({ user }) => user !== own)
        .map(({ user, email }) => ({ value: user, label: email }))}
    />
  );
}

function QuestionField({ address, set, flush }: Pick<UrlState, "address" | "set" | "flush">) {
  const typed = address.get("question") ?? "";
  return (
    <ComboboxField
      label="Action"
      placeholder="Such as edits the forecast"
      value={QUESTIONS.find(({ id }) => id === typed)?.label ?? typed}
      onChange={(next) => set("question", QUESTIONS.find(({ label }) => label === next)?.id ?? next)}
      onBlur={flush}
      options={LABELS}
    />
  );
}

type AnswerProps = Pick<UrlState, "address">;

function OwnAnswer({ address }: AnswerProps) {
  const { email } = useUser();
  const actions = useQuery(myPermissionsQuery);
  const flags = useQuery(featureFlagsQuery);
  const person: Loaded | undefined = actions.data &&
    flags.data && {
      subject: {
        email,
        actions: actions.data,
        flags: flags.data,
        enabled: true,
        invited: false,
      },
    };
  return <Answer address={address} person={person} query={actions.data ? flags : actions} />;
}

function ColleagueAnswer({ user, address }: AnswerProps & { readonly user: string }) {
  const { person, query } = useColleague(user);
  return <Answer address={address} person={person} query={query} />;
}

interface QueryProps extends AnswerProps {
  readonly person: Loaded | undefined;
  /** The query that is loading or failed while the person is not loaded. */
  readonly query: Pick<
    UseQueryResult<unknown>,
    "data" | "error" | "isFetching" | "isPending" | "dataUpdatedAt" | "refetch" | "fetchStatus" | "status"
  >;
}

function Answer({ address, person, query }: QueryProps) {
  const administrators = useQuery(administratorsQuery);
  const question = QUESTIONS.find(({ id }) => id === address.get("question"));
  if (!question) return <Empty>Select an action from the list</Empty>;
  if (!person) {
    return (
      <QueryView query={query} label="permissions" error={FAILURE}>
        {() => null}
      </QueryView>
    );
  }
  return (
    <Explained
      label={question.label}
      person={person.subject}
      {...explain(question, person.subject, administrators.data ?? [])}
    />
  );
}

interface ExplainedProps extends ReturnType<typeof explain> {
  readonly label: string;
  readonly person: Subject;
}

function Explained({ label, person, can, reasons, help, notes }: ExplainedProps) {
  const { may, isLoaded } = useMyPermissions();
  const titleId = useId();
  return (
    <section className={styles.answer} aria-labelledby={titleId}>
      <h2 id={titleId}>{label}</h2>
      <Notice tone={can ? "positive" : "negative"} role="status">
        {can ? `${person.email} can do this.` : `${person.email} cannot do this.`}
      </Notice>
      <ul className={styles.reasons}>
        {reasons.map(({ met, text }) => (
          <li key={text}>
            <Tag tone={met ? "positive" : "negative"}>{met ? "Met" : "Missing"}</Tag> {text}
          </li>
        ))}
      </ul>
      {help !== null && <p>{help}</p>}
      {help !== null && isLoaded && may("ManagePermissions") && (
        <p>
          <Link to={withQuery(paths.permissions, { text: person.email })}>
            Change the permissions of {person.email}
          </Link>
        </p>
      )}
      {notes.map((note) => (
        <Muted key={note} as="p">
          {note}
        </Muted>
      ))}
    </section>
  );
}
