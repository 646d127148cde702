import { Link } from "react-router";
import { paths } from "../lib/paths";
import { Page } from "../ui/Page";

export function NotFoundPage() {
  return (
    <Page title="Not Found">
      <p>Sorry, page not found!</p>
      <p>
        <Link to={paths.home}>Home</Link>
      </p>
    </Page>
  );
}
