import { figureIssue, figureOf } from '../product-form/figures.ts';
import type { Wish } from './wish.ts';

/** What somebody has filled in to change many products together; what is left empty leaves things as they are. */
export interface BulkDraft {
  discount: string;
  stockKind: 'set' | 'add' | 'take';
  pieces: string;
  shelfKind: 'add' | 'move';
  category: readonly string[];
  subCategory: readonly string[];
}

export const emptyDraft: BulkDraft = {
  ...{ discount: '', stockKind: 'set', pieces: '', shelfKind: 'add', category: [], subCategory: [] },
};

export interface BulkIssues {
  discount?: string;
  pieces?: string;
}

/** What is wished by a draft, as far as it is right, and what is wrong about it. */
export function wishOf(draft: BulkDraft): { wish: Wish; issues: BulkIssues } {
  const { discount, pieces, category, subCategory } = draft;
  const discountIssue = discount.trim() === '' ? undefined : figureIssue('discount', discount);
  const piecesIssue = pieces.trim() === '' ? undefined : figureIssue('stock', pieces);
  const wish = {
    discount: discountIssue === undefined ? figureOf(discount) : null,
    stock: piecesIssue === undefined ? stockOf(draft) : null,
    shelves:
      category.length + subCategory.length === 0 ? null : { kind: draft.shelfKind, category, subCategory },
  };
  return {
    wish,
    issues: {
      ...(discountIssue !== undefined && { discount: discountIssue }),
      ...(piecesIssue !== undefined && { pieces: piecesIssue }),
    },
  };
}

function stockOf({ stockKind, pieces }: BulkDraft): Wish['stock'] {
  const amount = figureOf(pieces);
  if (amount === null) return null;
  if (stockKind === 'set') return { kind: 'set', pieces: amount };
  return { kind: 'add', pieces: stockKind === 'add' ? amount : -amount };
}
