/** Reads item prices and price schemas from the server. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import {
  itemPriceHistoryDocument,
  itemPricesDocument,
  itemPriceSchemaIdsDocument,
  removeItemPriceSchemaDocument,
  type ItemPriceHistoryQuery,
} from "./operations.generated";

export interface StoredPrice {
  readonly schemaId: string;
  readonly item: string;
  /** Dollars, as `2.50`. */
  readonly price: string;
}

export type PriceChange = ItemPriceHistoryQuery["itemPriceHistory"]["items"][number];

/** Maximum number of schemas per call. */
const SCHEMAS_PER_CALL = 100;

interface Options {
  readonly signal?: AbortSignal;
  /** Receives the number of prices read so far. */
  readonly onProgress?: (count: number) => void;
}

/** Reads all prices of the given schemas. Null means all schemas. */
export async function readPrices(schemaIds: readonly string[] | null, { signal, onProgress }: Options = {}) {
  const prices: StoredPrice[] = [];
  for (const ids of schemaIds ? chunksOf(schemaIds, SCHEMAS_PER_CALL) : [null]) {
    let nextToken: string | null = null;
    do {
      const page: { itemPrices: Page } = await graphql(itemPricesDocument, { schemaIds: ids, nextToken }, { signal });
      for (const { schemaId, item, price, exists } of page.itemPrices.items) {
        if (exists && item !== null && price !== null) prices.push({ schemaId, item, price });
      }
      nextToken = page.itemPrices.nextToken;
      onProgress?.(prices.length);
    } while (nextToken !== null);
  }
  return prices;
}

interface Page {
  readonly items: readonly {
    readonly schemaId: string;
    readonly item: string | null;
    readonly price: string | null;
    readonly exists: boolean;
  }[];
  readonly nextToken: string | null;
}

function chunksOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** Removes a schema that no location uses; returns the number of its prices. */
export async function removeSchema(schemaId: string): Promise<number> {
  return (await graphql(removeItemPriceSchemaDocument, { schemaId })).removeItemPriceSchema;
}

export const schemaIdsQuery = queryOptions({
  queryKey: ["itemPriceSchemaIds"],
  queryFn: async ({ signal }) => (await graphql(itemPriceSchemaIdsDocument, {}, { signal })).itemPriceSchemaIds,
});

export function schemaPricesQuery(schemaId: string) {
  return queryOptions({
    queryKey: ["itemPrices", schemaId],
    queryFn: ({ signal }) => readPrices([schemaId], { signal }),
  });
}

export function priceHistoryQuery(schemaId: string, item: string) {
  return infiniteQueryOptions({
    queryKey: ["itemPriceHistory", schemaId, item],
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(itemPriceHistoryDocument, { schemaId, item, nextToken: pageParam }, { signal })).itemPriceHistory,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
  });
}
