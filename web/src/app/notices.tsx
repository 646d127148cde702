/** Notices for retired screens. */
import { config } from "../api/config";
import { Page } from "../ui/Page";

export function DeliveryNotice() {
  return (
    <Page title="Delivery">
      <p>This action is no longer necessary.</p>
    </Page>
  );
}

export function GroupNotice() {
  const form = config().links.perDiemForm;
  return (
    <Page title="Customer Groups">
      <p>
        This service is being migrated. For per diem requests,{" "}
        {form ? (
          <a href={form} target="_blank" rel="noreferrer">
            fill in the form
          </a>
        ) : (
          "fill in the form"
        )}
        .
      </p>
    </Page>
  );
}
