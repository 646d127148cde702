export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextToken: string | null;
}

/**
 * Reads all pages of a list.
 *
 * @param start the cursor of the first page to read
 */
export async function readAllPages<Item>(
  readPage: (nextToken: string | null) => Promise<PageOf<Item>>,
  start: string | null = null,
): Promise<Item[]> {
  const all: Item[] = [];
  let nextToken = start;
  do {
    const page: PageOf<Item> = await readPage(nextToken);
    all.push(...page.items);
    nextToken = page.nextToken;
  } while (nextToken !== null);
  return all;
}
