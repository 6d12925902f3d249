import type { AdminProduct } from '#contract/products/product.ts';
import { fieldNames } from '#contract/products/product-fields.ts';
import type { ProductDraft } from './product-draft.ts';

/** Unsaved form values, and the product they are based on; null for a new product. */
export interface StoredDraft {
  opened: AdminProduct | null;
  draft: ProductDraft;
}

/** Session storage key of an unsaved product form. A draft survives the end of a session and a reload. */
export function draftKey(userId: string, productId: string | undefined): string {
  return `product-draft ${userId} ${productId ?? 'new'}`;
}

/** Returns null if nothing is stored, or if it has the format of another version. */
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
    // Storage is full or blocked: the form itself still has the values.
  }
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}

const texts = [...fieldNames, 'stock'];
const lists = ['image', 'category', 'subCategory'];

// Another version of the app may have written it.
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
