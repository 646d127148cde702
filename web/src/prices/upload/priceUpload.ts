/** The upload of prices (spec of planning and reporting, sections 2, 4 and 7). */
import { ApiError } from "../../api/errors";
import { graphql } from "../../api/graphql";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { Chunk, ChunkOutcome } from "../../uploads/rules/chunk";
import type { Upload } from "../../uploads/upload";
import { PRICE_FORMAT } from "../format";
import { readPrices } from "../itemPrices";
import { updateItemPricesDocument } from "../operations.generated";
import type { Answers } from "./answers";
import type { KnownPrices, PriceChange } from "./priceCheck";

/** Prices that one call takes. */
const CHUNK = 100;

type Changes = readonly PriceChange[];

export function priceUpload(answers: Answers): Upload<KnownPrices, PriceChange, Changes> {
  return {
    title: "Update Item Prices",
    button: "Submit",
    kind: "prices",
    folder: "item-price-uploads",
    needs: ["UpdateItemPrices"],
    format: PRICE_FORMAT,
    about: "Sets what items cost: each line names a price schema, an item, and its price there from now on.",
    example: ["PMT_STANDARD", "ITEM_NAME", "9.49"],
    startWorker: () => new Worker(new URL("./prices.worker.ts", import.meta.url), { type: "module" }),
    loadKnown,
    unableToLoad: "Failed to fetch current prices for comparison. Please try again.",
    plan: planPrices,
    send: (changes) => sendPrices(changes, answers),
    unableToSend: "The prices could not be updated. Please check your internet and your permissions",
    afterwards: (client) =>
      Promise.all(
        ["itemPrices", "itemPriceSchemaIds", "itemPriceHistory", "names"].map((name) =>
          client.invalidateQueries({ queryKey: [name] }),
        ),
      ),
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

export function planPrices(lines: readonly CheckedLine<PriceChange>[]): readonly Chunk<Changes>[] {
  const changes = lines.flatMap(({ outcome, value }) =>
    value && (outcome === "added" || outcome === "changed") ? [value] : [],
  );
  return Array.from({ length: Math.ceil(changes.length / CHUNK) }, (_, at) => {
    const payload = changes.slice(at * CHUNK, (at + 1) * CHUNK);
    return { label: `Lines ${payload[0]?.line} to ${payload.at(-1)?.line}`, lines: payload.length, payload };
  });
}

/** Rows that the server refuses are shown where they stand, and the chunk as failed: it may be sent again. */
async function sendPrices(changes: Changes, answers: Answers): Promise<ChunkOutcome> {
  const input = changes.map(({ schemaId, item, price }) => ({ schemaId, item, price }));
  const { updateItemPrices: answer } = await graphql(updateItemPricesDocument, { input });
  answers.take(changes, answer);
  if (answer.rowErrors.length > 0 || answer.errors.length > 0) throw new ApiError("invalid", answer.message);
  return "written";
}
