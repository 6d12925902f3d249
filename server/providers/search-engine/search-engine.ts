/** A product as a search engine indexes it. */
export interface SearchDocument {
  id: string;
  name: string;
  brand: string;
  unit: string;
  subCategories: readonly string[];
  categories: readonly string[];
  description: string;
  /** Products of one family are found once. Null for none. */
  family: string | null;
}

/**
 * A search engine outside this process, which ranks products and corrects spelling. Each method throws if the engine
 * rejects a request or does not respond in time.
 */
export interface SearchEngine {
  /** Finds the ids of one page of products, best match first, and the number of all matches. */
  find(
    search: string,
    range: { limit: number; page: number },
  ): Promise<{ ids: string[]; totalCount: number }>;
  /** Creates the index if there is none, and sets how it ranks. */
  prepare(): Promise<void>;
  /** Adds products or replaces them. Resolves when they can be found. */
  put(products: readonly SearchDocument[]): Promise<void>;
  /** Removes products, also those that it does not have. */
  remove(ids: readonly string[]): Promise<void>;
}
