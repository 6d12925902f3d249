import type { Product } from '#contract/product.ts';
import type { ProductDraft } from './product-draft.ts';

/** What was typed and not saved, and the product as it was read then; none for a new one. */
export interface StoredDraft {
  opened: Product | null;
  draft: ProductDraft;
}

/**
 * Where the unsaved form of a product is kept in this tab. A session that ends, or a reload that nobody meant, takes
 * the form from the page; what was typed must not go with it.
 */
export function draftKey(userId: string, productId: string | undefined): string {
  return `product-draft ${userId} ${productId ?? 'new'}`;
}

/** What was kept; null when there is nothing, or nothing that this version of the form can show. */
export function readDraft(key: string): StoredDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isStoredDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** @param text the `StoredDraft` as JSON */
export function storeDraft(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Kept nowhere, the form is still on the page.
  }
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

const texts = ['name', 'description', 'unit', 'stock', 'price', 'discount'];
const lists = ['image', 'category', 'subCategory'];

// Only this form writes there, but perhaps an older version of it.
function isStoredDraft(value: unknown): value is StoredDraft {
  if (!isRecord(value) || !isRecord(value.draft)) return false;
  const { opened, draft } = value;
  const { more_details: details } = draft;
  return (
    (opened === null || (isRecord(opened) && typeof opened.updatedAt === 'string')) &&
    texts.every((field) => typeof draft[field] === 'string') &&
    lists.every((field) => isListOf(draft[field], (one) => typeof one === 'string')) &&
    isListOf(details, (one) => isRecord(one) && typeof one.label === 'string' && typeof one.text === 'string')
  );
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
