import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '#web/api/browser-fakes.ts';
import { attemptOf, closeAttempt, readAttempt } from './order-attempt.ts';

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
  it('stays the same for the same order until its outcome is known, also after a reload', () => {
    const { key } = attemptOf('asha', 'placeCashOrder', input);
    expect(attemptOf('asha', 'placeCashOrder', structuredClone(input)).key).toBe(key);
    closeAttempt();
    expect(attemptOf('asha', 'placeCashOrder', input).key).not.toBe(key);
  });

  it('is another for another order', () => {
    const { key } = attemptOf('asha', 'placeCashOrder', input);
    expect(attemptOf('asha', 'placeCashOrder', { ...input, addressId: 'work' }).key).not.toBe(key);
  });

  it('is another for the same order that is paid in another way', () => {
    const { key } = attemptOf('asha', 'placeCashOrder', input);
    const byCard = attemptOf('asha', 'checkoutOrder', input);
    expect(byCard.key).not.toBe(key);
    expect(readAttempt('asha')).toEqual(byCard);
  });

  it('is never taken over by another shopper', () => {
    const { key } = attemptOf('asha', 'placeCashOrder', input);
    expect(readAttempt('ravi')).toBeNull();
    expect(attemptOf('ravi', 'placeCashOrder', input).key).not.toBe(key);
  });

  it.each(['{', 'null', '[]', '{"key": "a b", "userId": "asha", "input": {}}', '{"userId": "asha"}'])(
    'is not read from %s',
    (stored) => {
      localStorage.setItem('tokri.order', stored);
      expect(readAttempt('asha')).toBeNull();
      expect(attemptOf('asha', 'placeCashOrder', input).input).toEqual(input);
    },
  );
});
