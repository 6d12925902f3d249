import type { OrderDetails } from '#contract/orders/order.ts';
import { toDeliveredPart, withReplacements } from '#contract/picking/delivered-line.ts';
import { shownNameOf } from '#web/storefront/product-card-data.ts';
import { t } from '#web/texts/t.ts';
import type { OrderQuestion } from './order-queries.ts';

type Line = OrderDetails['items'][number];

/** What happened while an order was packed. `at` is null for what is known of the packed order. */
interface PackingNews {
  at: string | null;
  text: string;
}

/** What was asked and answered while an order was packed, in this order, and what of its lines is not as ordered. */
export function toPackingNews(
  { items, status }: Pick<OrderDetails, 'items' | 'status'>,
  questions: readonly OrderQuestion[],
): PackingNews[] {
  const asked = questions
    .flatMap((question) => toQuestionNews(question, items, status !== 'PACKING'))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return [...asked, ...toLineNews(items)];
}

function toQuestionNews(question: OrderQuestion, items: readonly Line[], isPacked: boolean) {
  const { position, askedAt, deadline, answer, proposals } = question;
  const line = items.find((item) => item.position === position);
  if (line === undefined) return [];
  const ordered = shownNameOf(line);
  const news = [{ at: askedAt, text: t('substitution.asked', { name: ordered }) }];
  const chosen = proposals.find(({ productId }) => productId === answer?.productId);
  if (answer !== null)
    news.push({
      at: answer.at,
      text:
        chosen === undefined
          ? t('substitution.choseRefund', { name: ordered })
          : t('substitution.choseInstead', { name: shownNameOf(chosen), ordered }),
    });
  else if (isPacked || question.secondsLeft === 0)
    news.push({ at: deadline, text: t('substitution.noAnswer', { name: ordered }) });
  return news;
}

function toLineNews(items: readonly Line[]): PackingNews[] {
  return withReplacements(items).flatMap((line) => {
    const name = shownNameOf(line);
    const replaced = items.find(({ position }) => position === line.replaces);
    const part = toDeliveredPart(line);
    const isReplaced = items.some(({ replaces }) => replaces === line.position);
    const texts = [
      ...(replaced ? [t('substitution.inPlaceOf', { name, ordered: shownNameOf(replaced) })] : []),
      ...(part
        ? [`${name}: ${t('substitution.partOf', { delivered: part.delivered, ordered: part.ordered })}`]
        : []),
      ...(line.isTakenOff && !isReplaced ? [t('substitution.wasMissing', { name })] : []),
    ];
    return texts.map((text) => ({ at: null, text }));
  });
}
