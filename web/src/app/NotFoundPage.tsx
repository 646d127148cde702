import { Link } from "react-router";
import { Page } from "../ui/Page";

export function NotFoundPage() {
  return (
    <Page title="Not Found">
      <p>Sorry, page not found!</p>
      <p>
        <Link to="/home">Home</Link>
      </p>
    </Page>
  );
}
