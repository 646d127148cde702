import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isForbidden } from "../api/errors";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { Page } from "../ui/Page";
import { Failure, Forbidden, Loading } from "../ui/states";
import { useAddress } from "../ui/useAddress";
import { schemaIdsQuery } from "./itemPrices";
import { RemoveSchema } from "./list/RemoveSchema";
import { SchemaPrices } from "./list/SchemaPrices";
import { useDownload } from "./list/useDownload";
import { IDS_FAILURE } from "./list/words";
import "./prices.css";

/** Item prices download (spec of planning and reporting, section 2), and the prices of a schema to look at. */
export default function ItemPricesPage() {
  const { may } = useMyPermissions();
  const address = useAddress("text");
  const schemas = useQuery(schemaIdsQuery);
  const { start, downloading, read } = useDownload();
  const schemaId = address.address.get("schema");
  const ids = schemas.data ?? [];
  if (isForbidden(schemas.error)) {
    return (
      <Page title="Download Item Prices">
        <Forbidden to="see item prices" error={schemas.error} />
      </Page>
    );
  }
  const offered = schemaId && !ids.includes(schemaId) ? [...ids, schemaId] : ids;

  return (
    <Page
      title="Download Item Prices"
      aside={may("UpdateItemPrices") ? <Link to="/csv-pricing">Update item prices</Link> : undefined}
    >
      {schemas.isPending && <Loading what="price schemas" />}
      {schemas.isError && (
        <Failure message={IDS_FAILURE} onRetry={() => void schemas.refetch()} retrying={schemas.isFetching} />
      )}
      {schemas.data && (
        <div className="price-choice">
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
                {offered.map((id) => (
                  <option key={id} value={id}>
                    {id}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Button look="primary" onClick={() => start(schemaId)} busy={downloading} busyText={reading(read)}>
            Download CSV
          </Button>
          {schemaId && may("UpdateItemPrices") && (
            <RemoveSchema schemaId={schemaId} onRemoved={() => address.go(() => new URLSearchParams())} />
          )}
        </div>
      )}
      {schemas.data && !schemaId && (
        <p className="muted">
          Downloads the prices of all {ids.length} schemas in one file. Choose a schema to look at its prices here.
        </p>
      )}
      {schemaId && <SchemaPrices key={schemaId} schemaId={schemaId} address={address} />}
    </Page>
  );
}

function reading(count: number): string {
  return count > 0 ? `${count.toLocaleString("en-US")} prices…` : "Downloading…";
}
