import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '#tests/fixtures/browser-fakes.ts';
import { clearAttempt, continueOrStartAttempt, findAttempt } from './order-attempt.ts';

beforeEach(() => {
  openTab();
});
afterEach(() => vi.unstubAllGlobals());

const input = {
  list_items: [{ productId: 'atta', quantity: 2 }],
  addressId: 'home',
  subTotalAmt: 100,
  totalAmt: 90,
};

describe('the key of an order', () => {
  it('keeps its key for the same order until the outcome is known, also after a reload', () => {
    const { key } = continueOrStartAttempt('asha', 'placeCashOrder', input);
    expect(continueOrStartAttempt('asha', 'placeCashOrder', structuredClone(input)).key).toBe(key);
    clearAttempt();
    expect(continueOrStartAttempt('asha', 'placeCashOrder', input).key).not.toBe(key);
  });

  it('keeps its key when the minutes that are shown have changed', () => {
    const { key } = continueOrStartAttempt('asha', 'placeCashOrder', {
      ...input,
      shownMinutes: 10,
      creditAmt: 5,
    });
    expect(continueOrStartAttempt('asha', 'placeCashOrder', { ...input, creditAmt: 5 }).key).toBe(key);
  });

  it('has a new key for another order', () => {
    const { key } = continueOrStartAttempt('asha', 'placeCashOrder', input);
    expect(continueOrStartAttempt('asha', 'placeCashOrder', { ...input, addressId: 'work' }).key).not.toBe(
      key,
    );
  });

  it('has a new key for another payment method', () => {
    const { key } = continueOrStartAttempt('asha', 'placeCashOrder', input);
    const byCard = continueOrStartAttempt('asha', 'checkoutOrder', input);
    expect(byCard.key).not.toBe(key);
    expect(findAttempt('asha')).toEqual(byCard);
  });

  it('is not used by another shopper', () => {
    const { key } = continueOrStartAttempt('asha', 'placeCashOrder', input);
    expect(findAttempt('ravi')).toBeNull();
    expect(continueOrStartAttempt('ravi', 'placeCashOrder', input).key).not.toBe(key);
  });

  it.each(['{', 'null', '[]', '{"key": "a b", "userId": "asha", "input": {}}', '{"userId": "asha"}'])(
    'is not read from %s',
    (stored) => {
      localStorage.setItem('tokri.own.order', stored);
      expect(findAttempt('asha')).toBeNull();
      expect(continueOrStartAttempt('asha', 'placeCashOrder', input).input).toEqual(input);
    },
  );
});
