/** The upload of prices (spec of planning and reporting, sections 2, 4 and 7). */
import { graphql } from "../../api/graphql";
import type { RowOutcome } from "../../api/schema";
import type { CheckedLine } from "../../uploads/rules/checked";
import { outcomeOfParts, type Chunk, type ChunkOutcome, type PartResult } from "../../uploads/rules/chunk";
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

/**
 * Rows that the server rejects are shown in the preview. Rows that are not stored are sent again alone. The new schemas
 * of the rows are confirmed: the screen lists them before anything is sent.
 */
async function sendPrices(changes: Changes, answers: Answers): Promise<ChunkOutcome<Changes>> {
  const input = changes.map(({ schemaId, item, price }) => ({ schemaId, item, price }));
  const newSchemas = [...new Set(changes.flatMap(({ schemaId, newSchema }) => (newSchema ? [schemaId] : [])))];
  const { updateItemPrices: answer } = await graphql(updateItemPricesDocument, { input, newSchemas });
  answers.take(changes, answer);
  const outcome = outcomeOfParts(
    changes.map((item, index) => ({ item, lines: 1, result: resultOf(answer.rows[index]?.outcome) })),
  );
  return outcome.rest ? { ...outcome, rest: { ...outcome.rest, reasons: [answer.message] } } : outcome;
}

function resultOf(outcome: RowOutcome | undefined): PartResult {
  if (outcome === "WRITTEN") return "written";
  return outcome === "UNCHANGED" ? "unchanged" : { failed: "" };
}
