import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import { toDeliveredPart } from '#contract/picking/delivered-line.ts';
import { formatGrams } from '#contract/picking/weight.ts';
import { callApi } from '#web/api/client.ts';
import { useNow } from '#web/base/time.ts';
import { invalidateQuery, setQueryData } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import { shownNameOf } from '#web/storefront/product-card-data.ts';
import { langOf, nameOf, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { showToast } from '#web/ui/toast.ts';
import { type OrderQuestion, questionsQuery, toQuestion } from './order-queries.ts';

interface OrderQuestionsProps {
  order: OrderDetails;
  questions: readonly OrderQuestion[];
}

/** What the shopper is asked about an order that is being packed; those that are settled in its lines are left out. */
export function OrderQuestions({ order, questions }: OrderQuestionsProps) {
  const now = useNow();
  const isSettled = ({ position }: OrderQuestion) =>
    order.items.some(
      (item) =>
        item.replaces === position ||
        (item.position === position && (item.isTakenOff || toDeliveredPart(item) !== null)),
    );
  const shown = questions.filter((question) => !isSettled(question));
  return shown.map((question) => (
    <Question key={question.position} order={order} question={question} now={now} />
  ));
}

interface QuestionProps {
  order: OrderDetails;
  question: OrderQuestion;
  now: number;
}

function Question({ order, question, now }: QuestionProps) {
  const { position, found, proposals, answer, endsAt, askedAt, deadline } = question;
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isOpen = answer === null && secondsLeft > 0;
  const line = order.items.find((item) => item.position === position);
  const title = line === undefined ? '' : toTitle(line, found);
  const { choose, busyId } = useAnswer(order._id, position, heading);
  const outcome = isOpen ? '' : toOutcome(question);
  const allSeconds = (Date.parse(deadline) - Date.parse(askedAt)) / 1000;
  return (
    <section
      aria-labelledby={titleId}
      className={`rounded-lg border bg-surface p-4 md:p-6 ${isOpen ? 'border-2 border-marigold' : 'border-line'}`}
    >
      <h2 id={titleId} ref={heading} tabIndex={-1} className="text-lg wrap-anywhere outline-none">
        {title}
      </h2>
      <Announcement title={title} secondsLeft={secondsLeft} outcome={outcome} />
      {isOpen ? (
        <>
          <p className="mt-1 text-sm text-ink-soft">{t('substitution.lead')}</p>
          <div aria-hidden="true" className="mt-3">
            <div className="h-2 overflow-hidden rounded-full bg-sunken">
              <div
                className="h-full origin-left rounded-full bg-marigold"
                style={{ width: `${Math.min(100, (secondsLeft / allSeconds) * 100)}%` }}
              />
            </div>
            <p className="mt-1 text-sm font-semibold tabular-nums">
              {t('substitution.secondsLeft', { seconds: secondsLeft })}
            </p>
          </div>
          <ul className="mt-2 divide-y divide-line">
            {proposals.map((proposal) => (
              <Proposal
                key={proposal.productId}
                proposal={proposal}
                isBusy={busyId === proposal.productId}
                onChoose={() => choose(proposal.productId)}
              />
            ))}
          </ul>
          <Button
            variant="quiet"
            isWide
            isBusy={busyId === null}
            className="mt-2 border border-line"
            onClick={() => choose(null)}
          >
            {t('substitution.refundInstead')}
          </Button>
        </>
      ) : (
        <p className="mt-1 text-sm wrap-anywhere">{outcome}</p>
      )}
    </section>
  );
}

interface ProposalProps {
  proposal: OrderQuestion['proposals'][number];
  isBusy: boolean;
  onChoose: () => void;
}

function Proposal({ proposal, isBusy, onChoose }: ProposalProps) {
  const { image, unit, quantity, amount } = proposal;
  return (
    <li className="flex items-center gap-3 py-3">
      <span className="size-16 flex-none overflow-hidden rounded-md bg-sunken p-1">
        <Picture src={image} alt="" width={64} height={64} sizes="64px" />
      </span>
      <p className="min-w-0 flex-1 text-sm">
        <span lang={langOf(nameOf(proposal))} className="line-clamp-3 font-semibold wrap-anywhere">
          {shownNameOf(proposal)}
        </span>
        <span className="block text-ink-soft">
          {unit} × {quantity}
        </span>
        <span className="block font-semibold tabular-nums">
          {t('substitution.atMost', { amount: formatPaise(toPaise(amount)) })}
        </span>
      </p>
      <Button
        isBusy={isBusy}
        aria-label={t('substitution.takeName', { name: nameOf(proposal) })}
        className="px-4!"
        onClick={onChoose}
      >
        {t('substitution.takeThis')}
      </Button>
    </li>
  );
}

/** Sends an answer. `busyId` is the product that is being sent, null for a refund, undefined for nothing. */
function useAnswer(_id: string, position: number, heading: RefObject<HTMLHeadingElement | null>) {
  const [busyId, setBusyId] = useState<string | null>();
  const userId = useSession().user?._id ?? '';
  async function choose(productId: string | null) {
    if (busyId !== undefined) return;
    setBusyId(productId);
    const { queryKey } = questionsQuery(userId, _id);
    const outcome = await callApi('answerQuestion', { _id, position, productId });
    setBusyId(undefined);
    if (outcome.isOk) {
      setQueryData(queryKey, () => outcome.response.data.map(toQuestion));
      // The button that had the focus is gone.
      heading.current?.focus({ preventScroll: true });
      return;
    }
    showToast('error', outcome.error.message);
    await invalidateQuery(queryKey);
  }
  return { choose: (productId: string | null) => void choose(productId), busyId };
}

/** Seconds before the end at which screen readers hear how many are left. */
const announcedSeconds = [30, 10];

/** Tells screen readers of a question when it appears, twice how much time is left, and what counts in the end. */
function Announcement({
  title,
  secondsLeft,
  outcome,
}: {
  title: string;
  secondsLeft: number;
  outcome: string;
}) {
  const [text, setText] = useState('');
  // Set after the first drawing: a region that appears with its text is not read out.
  const announce = useEffectEvent(() => {
    const seconds = t('substitution.secondsLeft', { seconds: secondsLeft });
    setText(outcome !== '' ? outcome : text === '' ? `${title}. ${seconds}.` : seconds);
  });
  const passed = announcedSeconds.filter((seconds) => secondsLeft <= seconds).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: not at each second.
  useEffect(announce, [passed, outcome]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

function toTitle(line: OrderDetails['items'][number], found: number): string {
  const name = shownNameOf(line);
  if (found === 0) return t('substitution.missing', { name });
  const { orderedGrams, orderedQuantity } = line;
  return t('substitution.partlyMissing', {
    name,
    found: orderedGrams === null ? found : formatGrams(found),
    ordered: orderedGrams === null ? orderedQuantity : formatGrams(orderedGrams),
  });
}

function toOutcome({ answer, proposals }: OrderQuestion): string {
  const [first] = proposals;
  if (answer === null)
    return t('substitution.timeOver', { name: first === undefined ? '' : shownNameOf(first) });
  const chosen = proposals.find(({ productId }) => productId === answer.productId);
  return chosen === undefined
    ? t('substitution.youChoseRefund')
    : t('substitution.youChose', { name: shownNameOf(chosen) });
}
