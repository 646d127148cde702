/** Full-text search of the items of one kind. */
import MiniSearch from "minisearch";
import { keyOf, type SearchItem } from "./searchItem";

/** The number of items that are indexed at once. Then the browser can handle events. */
const CHUNK_SIZE = 1000;

export interface SearchIndex {
  /** The best matches: exact titles, titles with this beginning, then items with all words of the query. */
  readonly search: (query: string, recent: ReadonlySet<string>, limit: number) => readonly Match[];
}

export interface Match {
  readonly item: SearchItem;
  /** 2 for an exact title, 1 for the beginning of a title, 0 for other matches. */
  readonly closeness: 0 | 1 | 2;
}

interface Entry {
  readonly id: number;
  /** The title in lower case without separators, so that "chi0001" finds CHI_0001. */
  readonly compact: string;
  /** The title and the other attributes. One field is searched several times faster than one for each attribute. */
  readonly text: string;
}

const compactOf = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, "");

export async function createIndex(items: readonly SearchItem[]): Promise<SearchIndex> {
  const entries = items.map(({ title, detail, keywords = "" }, id): Entry => {
    return { id, compact: compactOf(title), text: `${title} ${detail} ${keywords}` };
  });
  const words = new MiniSearch<Entry>({ fields: ["text"], searchOptions: { prefix: true, combineWith: "AND" } });
  await words.addAllAsync(entries, { chunkSize: CHUNK_SIZE });

  return {
    search(query, recent, limit) {
      const compact = compactOf(query);
      if (compact === "") return [];
      const scores = new Map(words.search(query).map(({ id, score }) => [Number(id), score]));
      // Titles are compared directly: in the index, each of 10,000 ids would be a separate word.
      for (const entry of entries)
        if (entry.compact.startsWith(compact) && !scores.has(entry.id)) scores.set(entry.id, 0);
      const matches = [...scores].flatMap(([id, score]) => {
        const [item, entry] = [items[id], entries[id]];
        if (!item || !entry) return [];
        const closeness = entry.compact === compact ? 2 : entry.compact.startsWith(compact) ? 1 : 0;
        const isRecent = recent.size > 0 && recent.has(keyOf(item));
        return [{ item, closeness, isRecent, score, id } as const];
      });
      matches.sort(
        (a, b) =>
          Number(b.closeness === 2) - Number(a.closeness === 2) ||
          Number(b.isRecent) - Number(a.isRecent) ||
          b.closeness - a.closeness ||
          b.score - a.score ||
          a.id - b.id,
      );
      return matches.slice(0, limit);
    },
  };
}
