import { Page } from "../ui/Page";

interface Props {
  readonly title: string;
  readonly purpose: string;
}

/** Stands where a screen will be. */
export function NotYetPage({ title, purpose }: Props) {
  return (
    <Page title={title}>
      <p>{purpose}</p>
      <p className="muted">This screen is not there yet.</p>
    </Page>
  );
}
