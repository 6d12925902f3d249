import type { ProblemKind } from '#contract/problems/refundable.ts';

/** What is wrong with an item, as the staff reads it. */
export const kindLabels: Record<ProblemKind, string> = {
  MISSING: 'Missing',
  DAMAGED: 'Damaged',
  WRONG_ITEM: 'Wrong item',
  BAD_QUALITY: 'Bad quality or expired',
};
