/**
 * The things of several pages in their order, each only once. Between two requests the list may shift (a
 * product sold out, a new one came), so the end of one page can come again at the start of the next.
 */
export function appendPages<Item extends { _id: string }>(pages: readonly (readonly Item[])[]): Item[] {
  const seen = new Set<string>();
  const items: Item[] = [];
  for (const page of pages) {
    for (const item of page) {
      if (seen.has(item._id)) continue;
      seen.add(item._id);
      items.push(item);
    }
  }
  return items;
}
