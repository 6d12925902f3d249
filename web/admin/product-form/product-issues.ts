import type { FormIssues } from '../form-issues.ts';
import { figureIssue } from './figures.ts';
import { type Detail, detailField, type ProductDraft } from './product-draft.ts';

/** As many pictures as a product may have. */
export const maximumPictures = 12;
/** As many details as a product may have. */
export const maximumDetails = 40;

/** Most characters of what is typed. */
export const textLimits = {
  name: 150,
  description: 5000,
  unit: 50,
  detailLabel: 60,
  detailText: 500,
} as const;

const maximumShelves = 20;
const blank = 'Please fill this in.';

/** Everything that is wrong with a draft, in the words of the shop; it knows only what it cannot look up. */
export function issuesOfDraft(draft: ProductDraft): FormIssues<string> {
  const issues: Record<string, string | undefined> = {
    name: textIssue(draft.name, textLimits.name),
    description: textIssue(draft.description, textLimits.description),
    category: shelfIssue(draft.category),
    subCategory: shelfIssue(draft.subCategory),
    unit: textIssue(draft.unit, textLimits.unit),
    stock: figureIssue('stock', draft.stock),
    price: figureIssue('price', draft.price),
    discount: figureIssue('discount', draft.discount),
  };
  for (const { label, text } of draft.more_details) {
    issues[detailField(label)] = textIssue(text, textLimits.detailText);
  }
  const found = Object.entries(issues).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(found);
}

/** Why a detail of this label cannot be added; a label may be empty (specification section 5). */
export function labelIssue(typed: string, details: readonly Detail[]): string | undefined {
  const label = typed.trim();
  if (details.length >= maximumDetails) return `At most ${maximumDetails} fields.`;
  if (label.length > textLimits.detailLabel) return `At most ${textLimits.detailLabel} characters.`;
  const isThere = details.some((detail) => detail.label.toLowerCase() === label.toLowerCase());
  return isThere ? 'Each field may be there once.' : undefined;
}

function textIssue(typed: string, maximum: number): string | undefined {
  const text = typed.trim();
  if (text === '') return blank;
  return text.length > maximum ? `At most ${maximum} characters.` : undefined;
}

function shelfIssue(ids: readonly string[]): string | undefined {
  if (ids.length === 0) return 'Please choose at least one.';
  return ids.length > maximumShelves ? `At most ${maximumShelves}.` : undefined;
}
