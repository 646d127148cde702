import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isForbidden } from "../api/errors";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { Page } from "../ui/Page";
import { Failure, Forbidden, Loading } from "../ui/states";
import { useUrlState } from "../ui/useUrlState";
import { schemaIdsQuery } from "./itemPrices";
import { RemoveSchema } from "./list/RemoveSchema";
import { SchemaPrices } from "./list/SchemaPrices";
import { useDownload } from "./list/useDownload";
import { IDS_FAILURE } from "./list/messages";
import "./prices.css";

/** Downloads item prices and shows the prices of a schema (docs/requirements/planning.md, PRC-4). */
export default function ItemPricesPage() {
  const { may } = useMyPermissions();
  const address = useUrlState("text");
  const schemas = useQuery(schemaIdsQuery);
  const { start, downloading, downloaded } = useDownload();
  const schemaId = address.address.get("schema");
  const ids = schemas.data ?? [];
  if (isForbidden(schemas.error)) {
    return (
      <Page title="Download Item Prices">
        <Forbidden action="view item prices" error={schemas.error} />
      </Page>
    );
  }
  const options = schemaId && !ids.includes(schemaId) ? [...ids, schemaId] : ids;

  return (
    <Page
      title="Download Item Prices"
      aside={may("UpdateItemPrices") ? <Link to="/csv-pricing">Update item prices</Link> : undefined}
    >
      {schemas.isPending && <Loading label="price schemas" />}
      {schemas.isError && (
        <Failure message={IDS_FAILURE} onRetry={() => void schemas.refetch()} retrying={schemas.isFetching} />
      )}
      {schemas.data && (
        <div className="price-controls">
          <Field label="Price schema">
            {(control) => (
              <select
                {...control}
                value={schemaId ?? ""}
                onChange={({ target: { value } }) =>
                  address.go(() => new URLSearchParams(value ? { schema: value } : {}))
                }
              >
                <option value="">All Schemas</option>
                {options.map((id) => (
                  <option key={id} value={id}>
                    {id}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Button
            variant="primary"
            onClick={() => start(schemaId)}
            busy={downloading}
            busyText={progressText(downloaded)}
          >
            Download CSV
          </Button>
          {schemaId && may("UpdateItemPrices") && (
            <RemoveSchema schemaId={schemaId} onRemoved={() => address.go(() => new URLSearchParams())} />
          )}
        </div>
      )}
      {schemas.data && !schemaId && (
        <p className="muted">
          Download the prices of all {ids.length} schemas in one file, or select a schema to view its prices here.
        </p>
      )}
      {schemaId && <SchemaPrices key={schemaId} schemaId={schemaId} address={address} />}
    </Page>
  );
}

function progressText(count: number): string {
  return count > 0 ? `${count.toLocaleString("en-US")} prices…` : "Downloading…";
}
