export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextToken: string | null;
}

/** Reads all pages of a list. */
export async function readAllPages<Item>(
  readPage: (nextToken: string | null) => Promise<PageOf<Item>>,
): Promise<Item[]> {
  const all: Item[] = [];
  let nextToken: string | null = null;
  do {
    const page: PageOf<Item> = await readPage(nextToken);
    all.push(...page.items);
    nextToken = page.nextToken;
  } while (nextToken !== null);
  return all;
}
