import { describe, expect, test } from 'vitest';
import { mayChange } from '#contract/orders/order-status.ts';
import { listPlaceholders, parsePageText } from '#contract/store/page-text.ts';
import { storePageNames } from '#contract/store/store-page-names.ts';
import { account } from '#web/texts/account.ts';
import { orders, problems } from '#web/texts/orders.ts';
import { shell } from '#web/texts/shell.ts';
import { toPageTemplate } from './page-templates.ts';

const complete = new Map([
  ['name', 'Tokri'],
  ['legalName', 'Tokri Private Limited'],
  ['address', '1 Market Street, Pune'],
  ['website', 'https://tokri.example'],
  ['email', 'hello@tokri.example'],
  ['phone', '+91 98200 00000'],
  ['gstin', '27AAPFU0939F1ZV'],
  ['fssai', '10012022000123'],
  ['officerName', 'Asha Rao'],
  ['officerDesignation', 'Manager'],
  ['officerEmail', 'asha@tokri.example'],
  ['officerPhone', '+91 98200 00001'],
]);

describe.each(storePageNames)('the template of the page %s', (page) => {
  test('has the same parts in both languages', () => {
    const { english, hindi } = toPageTemplate(page, complete);
    const shapeOf = (text: string) =>
      parsePageText(text, complete).map(({ kind, items }) => [kind, items.length]);
    expect(shapeOf(english)).toEqual(shapeOf(hindi));
    expect(listPlaceholders(english).toSorted()).toEqual(listPlaceholders(hindi).toSorted());
    expect(english).not.toMatch(/\p{Script=Devanagari}/u);
    // Latin words that Hindi uses.
    expect(hindi.replaceAll(/\{\w+\}|GSTIN|FSSAI|UPI/g, '')).not.toMatch(/[A-Za-z]/);
  });

  test('is complete with the values of the settings', () => {
    for (const text of Object.values(toPageTemplate(page, complete)))
      expect(JSON.stringify(parsePageText(text, complete))).not.toMatch(/[{](?!")\w|null\d/);
    expect([...complete.keys()]).toEqual(
      expect.arrayContaining(listPlaceholders(toPageTemplate(page, complete).english)),
    );
  });

  test('leaves out what the store does not have, and asks for what the law asks for', () => {
    const { english } = toPageTemplate(page, new Map([...complete.keys()].map((name) => [name, ''])));
    expect(english).not.toMatch(/\{(?:phone|gstin|fssai|officerPhone|officerEmail)\}/);
    if (page === 'terms') expect(english).toMatch(/\{legalName\}[\s\S]*\{address\}[\s\S]*\{officerName\}/);
  });

  test('names pages and buttons as the shop does', () => {
    const { english, hindi } = toPageTemplate(page, complete);
    const names = [
      ...[
        problems.report,
        orders.invoice,
        account.downloadData,
        account.deleteAccount,
        account.forgotPassword,
      ],
      shell.refunds,
    ];
    const quoted = (text: string) => [...text.matchAll(/‘([^’]+)’/g)].map(([, name]) => name);
    const hindiNames = [...names, account.profile, account.myOrders].map(({ hi }) => hi);
    expect(names.map(({ en }) => en)).toEqual(expect.arrayContaining(quoted(english)));
    expect(hindiNames).toEqual(expect.arrayContaining(quoted(hindi)));
  });
});

test('the templates say until when the shop lets a shopper cancel', () => {
  expect(mayChange('shopper', 'PACKING', 'CANCELLED')).toBe(true);
  expect(mayChange('shopper', 'OUT_FOR_DELIVERY', 'CANCELLED')).toBe(false);
  const { english } = toPageTemplate('refunds', complete);
  expect(english).toContain('until the order leaves the store');
  expect(english).toContain('within 7 days of the delivery');
  // Rule 6(5) of the Consumer Protection (E-Commerce) Rules, 2020.
  expect(english).toMatch(/do not exchange[\s\S]*at no cost[\s\S]*warranty or guarantee/);
  expect(toPageTemplate('terms', complete).english).toContain('for 30 minutes');
  expect(toPageTemplate('privacy', complete).english).toMatch(/after 180 days[\s\S]*For 365 days/);
});
