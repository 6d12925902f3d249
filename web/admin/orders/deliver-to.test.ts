import { expect, test } from 'vitest';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { findUnprintable } from './deliver-to.tsx';

type Printed = Parameters<typeof findUnprintable>[0];

const line: StaffOrder['items'][number] = {
  ...{ productId: 'p', name: 'Milk', nameHindi: 'दूध', unit: '1 l', image: '', category: '', location: '' },
  ...{
    position: 0,
    price: 10,
    discount: 0,
    salePrice: null,
    quantity: 1,
    isPicked: false,
    orderedQuantity: 1,
    orderedGrams: null,
    replaces: null,
    isTakenOff: false,
  },
};
const order: Printed = {
  status: 'PACKING',
  shopper: { name: 'Asha', email: '', mobile: '' },
  delivery_address: {
    ...{ address_line: '12 Lake Road', city: 'पुणे', state: 'மகாராஷ்டிரா', country: 'India' },
    ...{ pincode: '411001', mobile: '9876543210' },
  },
  items: [line],
  bill: [{ kind: 'ITEMS', amount: 10 }],
};
const { delivery_address: address } = order;

test.each<[string, Partial<Printed>, string[]]>([
  ['nothing', {}, []],
  ['the name of the shopper', { shopper: { ...order.shopper, name: 'Asha 🌸' } }, ['🌸 in customer name']],
  [
    'recipient, business and landmark',
    { delivery_address: { ...address, recipient_name: '李', business_name: '李', landmark: '🏭' } },
    ['李 in customer name', '🏭 in address'],
  ],
  ['the state', { delivery_address: { ...address, state: '果阿' } }, ['果 阿 in address']],
  ['the name of a product', { items: [{ ...line, name: 'Mango 🥭' }] }, ['🥭 in product Mango 🥭']],
  ['its name in Hindi', { items: [{ ...line, nameHindi: 'आम 🥭' }] }, ['🥭 in product Milk']],
  ['its unit', { items: [{ ...line, unit: '1 📦' }] }, ['📦 in product Milk']],
  [
    'the name of a discount',
    { bill: [{ kind: 'OFFER', amount: -5, name: 'Diwali 🪔' }] },
    ['🪔 in discount Diwali 🪔'],
  ],
])('before the invoice it is named what cannot be printed of %s', (_where, given, found) => {
  expect(findUnprintable({ ...order, ...given })).toEqual(found);
  expect(findUnprintable({ ...order, ...given, status: 'OUT_FOR_DELIVERY' })).toEqual([]);
});
