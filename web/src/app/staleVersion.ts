/** Telling people that a newer version of the console has been published. */

export const STALE_VERSION = "You are on an old version of the software. Please refresh the page.";
export const CHECK_EVERY = 300_000;

/** The address of a page's main script: it changes with each release. */
export function mainScriptOf(html: string): string | null {
  return /<script[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/.exec(html)?.[1] ?? null;
}

/** Whether the page that is published now has another main script than the one running. */
export async function isStale(running: string | null): Promise<boolean> {
  try {
    const response = await fetch("/", { cache: "no-store" });
    if (!response.ok) return false;
    const published = mainScriptOf(await response.text());
    return running !== null && published !== null && published !== running;
  } catch {
    // Without a connection nothing is known.
    return false;
  }
}
