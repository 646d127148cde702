import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Action } from "../api/actions";
import { paths, withQuery } from "../lib/paths";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/query/Forbidden";
import { useMyPermissions } from "./permissions";

interface Props {
  /** The required permission. All of several are required. */
  readonly permission: Action | readonly Action[];
  /** The activity that needs the permission, such as "view locations". */
  readonly activity: string;
  /** The title of the screen, if the children are a whole screen. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** Renders its children if the user has the permission, and otherwise names the missing permission. */
export function RequirePermission({ permission, activity, title, children }: Props) {
  const { may } = useMyPermissions();
  const missing = [permission].flat().filter((action) => !may(action));
  if (missing.length === 0) return children;
  const forbidden = (
    <Forbidden activity={activity} permission={missing}>
      <p>
        <Link to={withQuery(paths.accessCheck, { question: missing[0] ?? "" })}>
          See what is missing and whom to ask
        </Link>
      </p>
    </Forbidden>
  );
  return title === undefined ? forbidden : <Page title={title}>{forbidden}</Page>;
}
