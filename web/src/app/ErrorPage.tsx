import { Link } from "react-router";
import { Page } from "../ui/Page";

export function ErrorPage() {
  return (
    <Page title="Error">
      <p role="alert">An error occurred. Please report to the Technology team</p>
      <p>
        <Link to="/home">Home</Link>
      </p>
    </Page>
  );
}
