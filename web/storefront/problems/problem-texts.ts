import type { ProblemKind } from '#contract/problems/refundable.ts';
import { t } from '#web/texts/t.ts';

/** What may be wrong with an item, in the language of the page. */
export const problemTexts: Record<ProblemKind, string> = {
  MISSING: t('problems.MISSING'),
  DAMAGED: t('problems.DAMAGED'),
  WRONG_ITEM: t('problems.WRONG_ITEM'),
  BAD_QUALITY: t('problems.BAD_QUALITY'),
};
