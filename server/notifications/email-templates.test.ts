import { describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/order.ts';
import { toBrandColours } from '#contract/store/colour.ts';
import { deliveredOrder, orderItem } from '#tests/fixtures/orders.ts';
import { type AddressedEmail, renderEmail } from './email-delivery.ts';
import { presentableName } from './email-layout.ts';

const shop = {
  ...{ name: 'Tokri', url: 'https://shop.example', contactEmail: 'hello@shop.example' },
  ...{ phone: '08040004000', address: '1 Market Street\nMysuru 570001', legal: ['GSTIN 27AAPFU0939F1ZV'] },
  sender: { name: 'Tokri', address: 'orders@shop.example' },
};
const stamp = { id: 'one', date: new Date('2026-11-21T09:30:00Z') };
const hostile = `<script>alert("1")</script>&'`;
const recipient = { to: 'asha@example.com', name: 'Asha Rao' };

const order: Order = {
  ...deliveredOrder,
  items: [
    orderItem(0, { name: 'Milk', unit: '500 ml', price: 33.5, quantity: 2 }),
    orderItem(1, { name: hostile, price: 1200, discount: 10 }),
  ],
  ...{ status: 'PLACED', payment_status: 'CASH ON DELIVERY', payment_method: 'CASH' },
  delivery_address: {
    ...deliveredOrder.delivery_address,
    ...{ recipient_name: 'Meera Joshi', landmark: 'Blue gate', delivery_note: 'Ring twice' },
  },
  ...{ createdAt: '2026-11-21T09:30:00.000Z', promisedAt: '2026-11-21T09:40:00.000Z' },
};

/** The same, paid by card, and the milk was not there. */
const shortOrder: Order = {
  ...order,
  ...{ payment_status: 'PAID', payment_method: 'CARD', refundedAmt: 67 },
  items: order.items.map((item) => ({ ...item, isTakenOff: item.position === 0 })),
};

const emails: { email: AddressedEmail; subject: string; first: string; says: string[] }[] = [
  {
    email: { kind: 'verification', ...recipient, code: 'a+b/c' },
    subject: 'Confirm your email address for Tokri',
    first: 'Please confirm your email address.',
    says: ['Hello,', 'https://shop.example/verify-email?code=a%2Bb%2Fc'],
  },
  {
    email: { kind: 'email-change', ...recipient, code: 'abc' },
    subject: 'Confirm your new email address for Tokri',
    first: 'Please confirm this email address for your Tokri account.',
    says: ['https://shop.example/verify-email?code=abc', 'old address'],
  },
  {
    email: { kind: 'email-change-notice', ...recipient, newEmail: 'thief@example.com' },
    subject: 'The email address of your Tokri account is about to change',
    first: 'A change of the email address of your Tokri account to thief@example.com was requested.',
    says: ['https://shop.example/dashboard/profile'],
  },
  {
    email: { kind: 'one-time-password', ...recipient, otp: '012345', validMinutes: 10 },
    subject: 'Your Tokri code is 012345',
    first: 'Your Tokri code is 012345.',
    says: ['within 10 minutes', '012345'],
  },
  {
    email: { kind: 'reset-refused', ...recipient },
    subject: 'Your Tokri password was not reset',
    first: 'A code to reset the password of this Tokri administrator was requested.',
    says: ['npm run account -- reset-password'],
  },
  {
    email: { kind: 'password-changed', ...recipient, changedAt: '2026-11-21T18:45:00.000Z' },
    subject: 'Your Tokri password was changed',
    first: 'The password of your Tokri account was changed on 22 November 2026 at 12:15 am (Indian time).',
    says: ['https://shop.example/forgot-password', 'hello@shop.example'],
  },
  {
    email: {
      ...{ kind: 'new-device', to: recipient.to, name: '', device: 'Chrome on Android' },
      at: '2026-11-21T18:45:00.000Z',
    },
    subject: 'A new device logged in to your Tokri account',
    first:
      'Someone logged in to your Tokri account on 22 November 2026 at 12:15 am (Indian time): Chrome on Android.',
    says: ['https://shop.example/dashboard/profile'],
  },
  {
    email: {
      ...{ kind: 'upi-changed', ...recipient, by: { name: 'Meera', email: 'meera@example.com' } },
      ...{ before: { vpa: 'store@okbank', payeeName: 'Tokri' }, after: null },
      changedAt: '2026-11-21T18:45:00.000Z',
    },
    subject: 'Tokri: the UPI account was changed',
    first:
      'Meera (meera@example.com) changed the UPI account for payments on 22 November 2026 at 12:15 am (Indian time).',
    says: ['store@okbank (Tokri)', 'none, no payments by UPI', 'https://shop.example/dashboard/settings'],
  },
  {
    email: { kind: 'account-deleted', to: recipient.to, name: '', deletedAt: '2026-11-21T18:45:00.000Z' },
    subject: 'Your Tokri account was deleted',
    first: 'Your Tokri account was deleted on 22 November 2026 at 12:15 am (Indian time).',
    says: ['register again', 'hello@shop.example'],
  },
  {
    email: {
      kind: 'order-placed',
      ...recipient,
      order: { ...order, slot: { startsAt: '2026-11-24T12:30:00.000Z', endsAt: '2026-11-24T13:30:00.000Z' } },
    },
    subject: 'Your order ORD-7K3M9Q2X is placed',
    first: 'Your order ORD-7K3M9Q2X for ₹1,147 is placed.',
    says: ['Delivery time: Tue, 24 Nov, 6:00 – 7:00 pm'],
  },
  {
    email: { kind: 'order-placed', ...recipient, order },
    subject: 'Your order ORD-7K3M9Q2X is placed',
    first: 'Your order ORD-7K3M9Q2X for ₹1,147 is placed.',
    says: [
      'Meera Joshi, 12 Lake Road, Blue gate, Pune 411001',
      '2 × Milk, 500 ml',
      '₹67',
      '₹1,080',
      '12 Lake Road, Blue gate, Pune 411001, Maharashtra, India',
      'in cash',
      'https://shop.example/orders/1',
    ],
  },
  {
    email: { kind: 'order-on-its-way', ...recipient, order: shortOrder },
    subject: 'Your order ORD-7K3M9Q2X is on its way',
    first: 'Your order ORD-7K3M9Q2X has left our store.',
    says: ['was unavailable: 2 × Milk. ₹67 is refunded to your card.', 'Total, paid', '/orders/1'],
  },
  {
    email: { kind: 'order-on-its-way', ...recipient, order },
    subject: 'Your order ORD-7K3M9Q2X is on its way',
    first: 'Your order ORD-7K3M9Q2X has left our store.',
    says: ['have ₹1,147 in cash ready', '12 Lake Road, Blue gate, Pune 411001, Maharashtra, India'],
  },
  {
    email: { kind: 'order-delivered', ...recipient, order },
    subject: 'Your order ORD-7K3M9Q2X is delivered',
    first: 'Your order ORD-7K3M9Q2X was delivered.',
    says: ['2 × Milk, 500 ml', 'invoice', 'hello@shop.example', 'https://shop.example/orders/1'],
  },
  {
    email: { kind: 'order-cancelled', ...recipient, order, by: 'shopper', reason: 'Ordered twice.' },
    subject: 'Your order ORD-7K3M9Q2X is cancelled',
    first: 'Your order ORD-7K3M9Q2X is cancelled and will not be delivered.',
    says: [
      'as you requested',
      'nothing to pay',
      'Did you not request this?',
      'https://shop.example/orders/1',
    ],
  },
  {
    email: {
      kind: 'order-cancelled',
      ...recipient,
      ...{ by: 'staff', reason: 'The road is closed.' },
      order: { ...shortOrder, refundedAmt: 1147 },
    },
    subject: 'Your order ORD-7K3M9Q2X is cancelled',
    first: 'Your order ORD-7K3M9Q2X is cancelled and will not be delivered.',
    says: ['we had to cancel it', 'Reason: The road is closed.', '₹1,147 will be refunded to the card'],
  },
  {
    email: { kind: 'order-undelivered', ...recipient, order, reason: 'No one was there. We will try again.' },
    subject: 'Your order ORD-7K3M9Q2X could not be delivered yet',
    first: 'We could not deliver your order ORD-7K3M9Q2X yet.',
    says: ['No one was there. We will try again.', 'hello@shop.example', 'https://shop.example/orders/1'],
  },
  {
    email: { kind: 'order-late', ...recipient, order, time: '5:40 pm', credit: '₹20' },
    subject: 'Your order ORD-7K3M9Q2X will be late',
    first: 'We are sorry: your order ORD-7K3M9Q2X will be late.',
    says: ['It is expected by 5:40 pm.', '₹20 of store credit', 'https://shop.example/orders/1'],
  },
  {
    email: { kind: 'order-refunded', ...recipient, order: { ...shortOrder, refundedAmt: 1147 } },
    subject: 'Refund of ₹1,147 for your order ORD-7K3M9Q2X',
    first: 'We have refunded ₹1,147 to the card you paid with, for order ORD-7K3M9Q2X.',
    says: ['few days', 'https://shop.example/orders/1'],
  },
  {
    email: {
      ...{ kind: 'order-refunded', ...recipient, order: { ...shortOrder, refundedAmt: 1147 } },
      byHand: '₹1,147 refunded: UPI to 98765 43210',
    },
    subject: 'Your order ORD-7K3M9Q2X is refunded',
    first: 'Your card rejected the refund of order ORD-7K3M9Q2X, so we have paid you back another way.',
    says: [
      '₹1,147 refunded: UPI to 98765 43210',
      'Have you not received it?',
      'https://shop.example/orders/1',
    ],
  },
];

test.each(emails)(
  'the email "$email.kind" states its subject in the first line',
  ({ email, subject, first, says }) => {
    const mail = renderEmail(email, shop, stamp);
    // The address may be someone else's.
    const name = ['verification', 'email-change'].includes(email.kind) ? '' : email.name;
    expect(mail).toMatchObject({ ...stamp, subject, to: { name, address: 'asha@example.com' } });
    expect(mail.text.split('\n')[0]).toBe(first);
    for (const words of says) {
      expect(mail.text).toContain(words);
      expect(mail.html).toContain(words);
    }
  },
);

test.each(emails)(
  'the HTML of the email "$email.kind" loads nothing and escapes every value',
  ({ email }) => {
    const { html } = renderEmail(
      { ...email, to: 'a"b<c@example.com', name: hostile },
      { ...shop, name: hostile },
      stamp,
    );
    expect(html).not.toMatch(/<img|<link|<script|url\(|@import|src=/i);
    const addresses = [...html.matchAll(/https?:\/\/[^"'<\s]+/g)].map(([address]) => new URL(address).origin);
    expect(new Set(addresses)).toEqual(new Set(['https://shop.example']));
  },
);

test('no email about an order to an unverified address has the postal address or the reason of the shopper', () => {
  const toUnverified = { to: 'asha@example.com', name: '', isToUnverified: true };
  const typed = Object.values(order.delivery_address).filter((text) => text !== 'India');
  for (const { email } of emails) {
    if (!('order' in email)) continue;
    const { html, text } = renderEmail({ ...email, ...toUnverified }, shop, stamp);
    for (const part of [...typed, 'Ordered twice.', 'Asha'])
      expect(`${html} ${text}`, email.kind).not.toContain(part);
  }
});

test('a recipient and a landmark with HTML are shown as text', () => {
  const address = { ...order.delivery_address, recipient_name: '<b>Meera', landmark: '<img src=x>' };
  const { html } = renderEmail(
    { kind: 'order-placed', ...recipient, order: { ...order, delivery_address: address } },
    shop,
    stamp,
  );
  expect(html).toContain('&lt;b&gt;Meera');
  expect(html).not.toMatch(/<b>Meera|<img/);
});

test('every email ends with name, address, telephone number and legal data of the store', () => {
  const email = { kind: 'order-placed', ...recipient, order } as const;
  const { html, text, from } = renderEmail(email, shop, stamp);
  expect(from).toEqual(shop.sender);
  expect(text).toContain(
    '\n\nTokri\n1 Market Street\nMysuru 570001\n08040004000\nGSTIN 27AAPFU0939F1ZV\nhttps://shop.example\n',
  );
  expect(html).toContain(
    'Tokri · 1 Market Street · Mysuru 570001 · 08040004000 · GSTIN 27AAPFU0939F1ZV · <a',
  );
  const bare = renderEmail(email, { ...shop, phone: '', address: '', legal: [] }, stamp);
  expect(bare.text).toMatch(/\n\nTokri\nhttps:\/\/shop\.example\n$/);
});

test('products are named in English and Hindi, the Hindi name in its language, and once without one', () => {
  const [milk, other] = order.items;
  if (milk === undefined || other === undefined) throw new Error('There are no lines.');
  const items = [{ ...milk, nameHindi: 'ताज़ा दूध <b>' }, other];
  const { html, text } = renderEmail(
    { kind: 'order-placed', ...recipient, order: { ...order, items } },
    shop,
    stamp,
  );
  expect(text).toContain('2 × Milk / ताज़ा दूध <b>, 500 ml: ₹67');
  expect(html).toContain('2 × Milk / <span lang="hi">ताज़ा दूध</span> &lt;b&gt;, 500 ml');
  expect(text).toContain(`1 × ${hostile}, 1 kg`);
  const unavailable = { ...order, items: [{ ...milk, nameHindi: 'दूध', isTakenOff: true }, other] };
  const changed = renderEmail({ kind: 'order-on-its-way', ...recipient, order: unavailable }, shop, stamp);
  expect(changed.text).toContain('Sorry, this was unavailable: 2 × Milk / दूध.');
});

test('an email says what was found in part, replaced or lighter than ordered, and what that saves', () => {
  const text = (given: Partial<Order>) =>
    renderEmail({ kind: 'order-on-its-way', ...recipient, order: { ...order, ...given } }, shop, stamp).text;
  const items = [
    orderItem(0, { name: 'Nandini', quantity: 1, isTakenOff: true }),
    orderItem(1, { name: 'Bread', quantity: 2, orderedQuantity: 3 }),
    orderItem(2, { name: 'Onions', unit: '463 g', orderedGrams: 500 }),
    orderItem(3, { name: 'Amul Taaza', replaces: 0 }),
  ];
  const bill: Order['bill'] = [
    { kind: 'ITEMS', amount: 500 },
    { kind: 'UNAVAILABLE', amount: -107.4 },
  ];
  const changed = text({ items, bill, totalAmt: 392.6 });
  expect(changed).toContain(
    'Sorry, this was unavailable: 1 × Bread. We replaced what was missing: Amul Taaza in place of Nandini. This weighs less than you ordered: Onions, 463 g of 500 g. You pay ₹107.40 less.',
  );
  expect(changed).toContain('2 × Bread, 1 kg (2 of 3 ordered)');
  expect(changed).toContain('1 × Onions, 463 g (463 g of 500 g ordered)');
  expect(changed).toContain('1 × Amul Taaza, 1 kg (in place of Nandini)');
  const [nandini, , , taaza] = items;
  if (nandini === undefined || taaza === undefined) throw new Error('There are no lines.');
  const same = text({ items: [nandini, taaza], bill: [{ kind: 'ITEMS', amount: 100 }], totalAmt: 100 });
  expect(same).toContain('Amul Taaza in place of Nandini. You pay the same.');
});

test.each([
  [{ creditAmt: 1147 }, ['Paid with store credit: ₹1,147'], 'To pay'],
  [{ creditAmt: 147 }, ['Paid with store credit: ₹147', 'To pay in cash: ₹1,000'], 'Paid in cash'],
  [
    { creditAmt: 147, payment_method: 'CARD', payment_status: 'PAID' },
    ['Paid with store credit: ₹147', 'Paid by card: ₹1,000'],
    'in cash',
  ],
] as const)('an email names how each part of an order is paid: %j', (given, parts, not) => {
  const paid = { ...order, ...given };
  const { text } = renderEmail({ kind: 'order-placed', ...recipient, order: paid }, shop, stamp);
  for (const part of parts) expect(text).toContain(part);
  expect(text).not.toContain(not);
});

test('a word longer than the page is broken, a price is not', () => {
  const [item] = order.items;
  if (item === undefined) throw new Error('There is no line.');
  const long = { ...order, items: [{ ...item, name: 'Immunity'.repeat(16) }] };
  const { html } = renderEmail({ kind: 'order-placed', ...recipient, order: long }, shop, stamp);
  // Both rules are handed down by the cell around everything; older mail programs know only the second.
  expect(html).toMatch(/<td align="center" style="[^"]*overflow-wrap:anywhere;word-break:break-word;/);
  expect(html).toMatch(/<td [^>]*white-space:nowrap[^>]*>₹67<\/td>/);
});

test.each([
  'Win at www.evil.example',
  'http://evil.example',
  'x.com',
  'evil.example',
  'call +44 20 7946 0958',
  '<b>Asha</b>',
  'Asha\r\nBcc: thief@example.com',
  'A'.repeat(61),
  '',
])('the greeting omits the name %j, which a stranger may have chosen', (name) => {
  expect(presentableName(name)).toBe('');
  const email = { kind: 'verification', to: 'asha@example.com', name, code: 'abc' } as const;
  expect(renderEmail(email, shop, stamp)).toMatchObject({
    to: { name: '' },
    text: expect.stringContaining('\nHello,\n'),
  });
});

test.each([
  'Asha',
  'Asha Rao',
  'J. R. Rao',
  "Conan O'Brien",
  'Jean-Luc',
  'आशा राव',
  'Æther Müller',
  'Dr. Rao Jr.',
])('the greeting is %s', (name) => {
  expect(presentableName(name)).toBe(name);
});

describe('a store with its own look', () => {
  const email = { kind: 'order-delivered', ...recipient, order } as const;
  const logo = { url: '/images/logo0123456789ABCDEF/640.webp', width: 600, height: 100 };

  test('has its logo with its name as alternative text, from its own address, within 240 by 48 pixels', () => {
    const { html, text } = renderEmail(email, { ...shop, name: hostile, logo }, stamp);
    expect(html.match(/<img\b[^>]*>/g)).toEqual([
      expect.stringContaining('src="https://shop.example/images/logo0123456789ABCDEF/logo.png"'),
    ]);
    expect(html).toMatch(/<img [^>]*alt="&lt;script&gt;[^"]*" width="240" height="40"/);
    expect(text).toContain(hostile);
    const tall = renderEmail(email, { ...shop, logo: { ...logo, width: 10, height: 4000 } }, stamp);
    expect(tall.html).toContain('width="1" height="48"');
  });

  test.each(['#facc15', '#000000', '#fefefe'])(
    'has the colour %s on its button, with an edge where it hardly differs from the page',
    (colour) => {
      const colours = toBrandColours(colour);
      const { html } = renderEmail(email, { ...shop, colours }, stamp);
      expect(html).toContain(`background:${colour};color:${colours.onFill}`);
      expect(html).toContain(`.button{background:${colour}!important;color:${colours.onFill}!important`);
      expect(html).toContain(`color:${colours.text.light};text-decoration:none;">Tokri</a>`);
      expect(html).toContain(`.leaf{color:${colours.text.dark}!important}`);
      expect(html).not.toMatch(/#0d7435|#5edb81/);
      expect(/class="button"[^>]*border:1px solid/.test(html)).toBe(colours.edge.light !== '');
      expect(/\.button\{[^}]*border:1px solid/.test(html)).toBe(colours.edge.dark !== '');
    },
  );

  test('without a look the email is what it was', () => {
    const { html } = renderEmail(email, shop, stamp);
    expect(html).toContain('background:#0d7435;color:#ffffff;font:600 16px/20px');
    expect(html).toContain('.button{background:#5edb81!important;color:#051b0e!important}');
    expect(html).not.toMatch(/<img|border:1px solid #(?!e0e0d7)/);
  });
});
