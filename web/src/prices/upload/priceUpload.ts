/** The upload of item prices (docs/requirements/planning.md, PRC-1 and PRC-3). */
import { formatCount, formatNames, formatNumber } from "../../lib/formats";
import { graphql } from "../../api/graphql";
import type { RowOutcome } from "../../api/schema";
import type { Confirmation, UploadKind } from "../../uploads/kind";
import type { CheckedLine, Counts } from "../../uploads/rules/checked";
import {
  combineResults,
  type Chunk,
  type ChunkOutcome,
  type PartResult,
  type RowResult,
} from "../../uploads/rules/chunk";
import { linesFailed, linesTotal, type SendingStatus } from "../../uploads/rules/sending";
import { PRICE_FORMAT } from "../format";
import { readPrices } from "../itemPrices";
import { updateItemPricesDocument, type UpdateItemPricesMutation } from "../operations.generated";
import { ComparisonFailure } from "./ComparisonFailure";
import type { KnownPrices, PriceChange } from "./priceCheck";
import { PRICE_PREVIEW } from "./preview";
import { UpdateResult } from "./UpdateResult";

type Rows = UpdateItemPricesMutation["updateItemPrices"]["rows"];

/** Maximum number of prices per call. */
const PRICES_PER_CALL = 100;

/** Maximum number of new schemas that are named. */
const MAX_NAMED_SCHEMAS = 5;

type Changes = readonly PriceChange[];

export const priceUpload: UploadKind<KnownPrices, PriceChange, Changes> = {
  name: "prices",
  wording: {
    title: "Update Item Prices",
    activity: "update item prices",
    description: "Sets item prices. Each line contains a price schema, an item, and its new price in that schema.",
    example: ["PMT_STANDARD", "ITEM_NAME", "9.49"],
    submit: (counts) => `Submit ${formatCount(updatesIn(counts), "update")}`,
    summary: (counts) => {
      const all = updatesIn(counts) + counts.unchanged + counts.rejected;
      return `${formatCount(all, "row")}: ${formatNumber(updatesIn(counts))} will update, ${formatNumber(counts.unchanged)} no change, ${formatNumber(counts.rejected)} invalid`;
    },
    rejected: (count) =>
      `${formatCount(count, "row")} ${count === 1 ? "is" : "are"} invalid. Correct the file and choose it again.`,
    nothingNew: { reason: "No Updates Needed", details: "All prices in this file are already saved." },
    confirmation: confirmNewSchemas,
    sending: {
      label: "Updating",
      progress: "Prices sent",
      headline: (status) => HEADLINES[status] ?? null,
      summary: (sending) => `${formatNumber(sending.written)} of ${formatCount(linesTotal(sending), "price")} updated`,
      advice: () => "",
      retry: (sending) => `Retry ${formatCount(linesFailed(sending), "failed update")}`,
      failure: null,
    },
  },
  format: PRICE_FORMAT,
  rules: { startWorker: () => new Worker(new URL("./prices.worker.ts", import.meta.url), { type: "module" }) },
  comparison: {
    load: loadKnown,
    failureMessage: "Failed to fetch current prices for comparison. Please try again.",
  },
  operation: {
    requiredActions: ["UpdateItemPrices"],
    plan: planPrices,
    send: sendPrices,
    failureMessage: "The prices could not be updated. Please check your internet and your permissions",
    refreshQueries: (client) =>
      Promise.all(
        ["itemPrices", "itemPriceSchemaIds", "itemPriceHistory", "names"].map((name) =>
          client.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  },
  history: { kind: "prices", stores: "before" },
  preview: PRICE_PREVIEW,
  views: { LoadFailure: ComparisonFailure, Result: UpdateResult },
};

const HEADLINES: Partial<Record<SendingStatus, string>> = {
  sending: "Updating…",
  forbidden: "Stopped",
  complete: "All prices were updated",
  partial: "Some prices were not updated",
  failed: "No prices were updated",
};

const updatesIn = ({ added, changed }: Counts) => added + changed;

/** A schema without stored prices can be a spelling mistake (docs/requirements/planning.md, PRC-5). */
function confirmNewSchemas(lines: readonly CheckedLine<PriceChange>[]): Confirmation | null {
  const names = [...new Set(lines.flatMap(({ value }) => (value?.newSchema ? [value.schemaId] : [])))];
  if (names.length === 0) return null;
  const one = names.length === 1;
  return {
    warning: `${one ? "This price schema is new:" : "These price schemas are new:"} ${formatNames(names, MAX_NAMED_SCHEMAS)}.`,
    label: one ? "The spelling is correct. Create it." : "The spelling is correct. Create them.",
    required: "Confirm the new price schemas first",
  };
}

async function loadKnown(schemaIds: readonly string[], signal: AbortSignal): Promise<KnownPrices> {
  const known = new Map<string, Map<string, string>>();
  for (const { schemaId, item, price } of await readPrices(schemaIds, { signal })) {
    const schema = known.get(schemaId) ?? new Map<string, string>();
    known.set(schemaId, schema.set(item, price));
  }
  return known;
}

function planPrices(lines: readonly CheckedLine<PriceChange>[]): readonly Chunk<Changes>[] {
  const changes = lines.flatMap(({ outcome, value }) =>
    value && (outcome === "added" || outcome === "changed") ? [value] : [],
  );
  return Array.from({ length: Math.ceil(changes.length / PRICES_PER_CALL) }, (_, index) => {
    const payload = changes.slice(index * PRICES_PER_CALL, (index + 1) * PRICES_PER_CALL);
    return { label: `Lines ${payload[0]?.line} to ${payload.at(-1)?.line}`, lines: payload.length, payload };
  });
}

/**
 * A retry sends only the rows that were not stored. New schemas count as confirmed, because the screen requires a
 * confirmation before sending.
 */
async function sendPrices(changes: Changes): Promise<ChunkOutcome<Changes>> {
  const input = changes.map(({ schemaId, item, price }) => ({ schemaId, item, price }));
  const newSchemas = [...new Set(changes.flatMap(({ schemaId, newSchema }) => (newSchema ? [schemaId] : [])))];
  const { updateItemPrices: response } = await graphql(updateItemPricesDocument, { input, newSchemas });
  const { message } = response;
  const { failedParts, ...outcome } = combineResults(
    changes.map((item, index) => ({ item, lines: 1, result: resultOf(response.rows[index]?.outcome) })),
  );
  const rows = changes.map(({ line }, index) => [line, rowResultOf(response.rows[index])] as const);
  return { ...outcome, failedParts: failedParts && { ...failedParts, reasons: [message] }, rows, message };
}

/** Null for a row that was not stored because of another row. */
function rowResultOf(row: Rows[number] | undefined): RowResult | null {
  if (row && row.errors.length > 0) return { state: "failed", errors: row.errors, outcomeUnknown: false };
  return resultOf(row?.outcome) === "written" || row?.outcome === "UNCHANGED" ? { state: "written" } : null;
}

function resultOf(outcome: RowOutcome | undefined): PartResult {
  if (outcome === "WRITTEN") return "written";
  return outcome === "UNCHANGED" ? "unchanged" : { failed: "" };
}
