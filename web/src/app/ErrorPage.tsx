import { Link } from "react-router";
import { paths } from "../lib/paths";
import { Page } from "../ui/Page";

export function ErrorPage() {
  return (
    <Page title="Error">
      <p role="alert">An error occurred. Please report to the Technology team</p>
      <p>
        <Link to={paths.home}>Home</Link>
      </p>
    </Page>
  );
}
