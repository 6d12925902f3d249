import { type FormEvent, useRef, useState } from 'react';
import { callApi } from '#web/api.ts';
import { focusFirstIssue, issuesFrom, refusalText } from '#web/storefront/account/field-issues.ts';
import { type CardField, type CardInput, cardFields, cardIssues, emptyCard, shownAs } from './card-input.ts';

/** The card form of one payment; `onOver` is told that the payment cannot be made any more. */
export function useCardForm(id: string, onOver: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const [card, setCard] = useState<CardInput>(emptyCard);
  const [issues, setIssues] = useState<{ [Field in CardField]?: string | undefined }>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isUnderway = useRef(false);

  function type(field: CardField, typed: string) {
    setCard((before) => ({ ...before, [field]: shownAs[field](typed) }));
    setIssues((before) => ({ ...before, [field]: undefined }));
    setProblem(undefined);
  }

  /** Takes a whole card, as a test card is filled in by a tap. */
  function take(filled: CardInput) {
    setCard(filled);
    setIssues({});
    setProblem(undefined);
  }

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (isUnderway.current) return;
    const found = cardIssues(card);
    setIssues(found);
    if (focusFirstIssue(form.current, cardFields, found)) return;
    isUnderway.current = true;
    setIsBusy(true);
    setProblem(undefined);
    const outcome = await callApi('paySandboxPayment', { id, ...card });
    // The page is being left, so nothing on it is to be pressed again.
    if (outcome.isOk) return window.location.assign(outcome.answer.data.successUrl);
    isUnderway.current = false;
    setIsBusy(false);
    const { error } = outcome;
    if (error.code === 'PAYMENT_OVER' || error.code === 'NOT_FOUND') return onOver();
    const refused = issuesFrom(error, cardFields);
    setIssues(refused);
    if (!focusFirstIssue(form.current, cardFields, refused)) setProblem(refusalText(error));
  }

  return { form, card, issues, problem, isBusy, type, take, pay };
}
