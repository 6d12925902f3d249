import { expect, test } from 'vitest';
import { formatDateTime } from '#web/base/time.ts';
import { catalogueRecords } from './catalogue-record.ts';
import { choice, named, type RecordField, rupees, toLines, toRecordLabel } from './record-fields.ts';

const { product } = catalogueRecords;
const at = '2026-11-25T10:00:00.000Z';
const charges: RecordField = {
  label: 'Charges',
  fields: {
    handlingAmt: { label: 'Handling fee', ...rupees },
    smallOrder: { label: 'Small order fee', fields: { feeAmt: { label: 'Fee', ...rupees } } },
    fees: {
      label: 'Fees',
      rows: {
        keyOf: ({ fromAmt }) => `from ₹${fromAmt}`,
        fields: { fromAmt: { label: 'From', ...rupees }, feeAmt: { label: 'Fee', ...rupees } },
      },
    },
  },
};
const fee = (fromAmt: number, feeAmt: number) => ({ fromAmt, feeAmt });

test.each<[string, RecordField | undefined, unknown, unknown, [string, string[], string[]][]]>([
  ['a text', product.name, 'Chips', 'Crisps', [['Name', ['Chips'], ['Crisps']]]],
  ['rupees', product.price, 99, 1234.5, [['Price', ['₹99'], ['₹1,234.50']]]],
  ['a percentage', product.discount, 0, 12.5, [['Discount', ['0 %'], ['12.5 %']]]],
  ['a status', product.status, 'draft', 'active', [['Status', ['Draft'], ['Active']]]],
  ['a mark', product.veg, null, false, [['Veg or non-veg', [], ['Non-veg']]]],
  ['a switch', { label: 'Active' }, true, false, [['Active', ['yes'], ['no']]]],
  ['a time', { label: 'Ends' }, null, at, [['Ends', [], [formatDateTime(at)]]]],
  ['the items of a list', product.category, ['Dairy', 'Tea'], ['Dairy'], [['Category', ['Tea'], []]]],
  [
    'the part of a list that moved',
    { label: 'Banners' },
    ['A', 'B', 'C', 'D'],
    ['A', 'C', 'B', 'D'],
    [['Banners: order', ['2. B\n3. C'], ['2. C\n3. B']]],
  ],
  [
    'the details of a product that differ',
    product.more_details,
    { Brand: 'Amul', Fat: '3 %' },
    { Brand: 'Amul', Fat: '6 %' },
    [['Details › Fat', ['3 %'], ['6 %']]],
  ],
  [
    'the values of a section that differ',
    charges,
    { handlingAmt: 0, smallOrder: null },
    { handlingAmt: 5, smallOrder: { feeAmt: 15 } },
    [
      ['Charges › Handling fee', ['₹0'], ['₹5']],
      ['Charges › Small order fee', [], ['Fee: ₹15']],
    ],
  ],
  [
    'the rows of a list by their key',
    charges,
    { fees: [fee(0, 20), fee(200, 10)] },
    { fees: [fee(0, 25), fee(300, 0)] },
    [
      ['Charges › Fees › from ₹0 › Fee', ['₹20'], ['₹25']],
      ['Charges › Fees › from ₹200', ['From: ₹200\nFee: ₹10'], []],
      ['Charges › Fees › from ₹300', [], ['From: ₹300\nFee: ₹0']],
    ],
  ],
  [
    'rows that share a key as a whole',
    charges,
    { fees: [fee(0, 20), fee(0, 30)] },
    { fees: [fee(0, 20), fee(0, 35)] },
    [['Charges › Fees', ['From: ₹0\nFee: ₹30'], ['From: ₹0\nFee: ₹35']]],
  ],
  [
    'a line that was repeated',
    { label: 'English', look: 'lines' },
    'Call us',
    'Call us\nCall us',
    [['English: order', [], ['2. Call us']]],
  ],
  [
    'the lines of a long text that differ',
    { label: 'English', look: 'lines' },
    '# Terms\n\nOld',
    '# Terms\n\nNew',
    [['English', ['Old'], ['New']]],
  ],
  ['nothing of a value that is still empty', { label: 'Cap', ...rupees }, null, undefined, []],
  ['a reason', { label: 'Reason', look: 'note' }, null, 'Rain', [['Reason', [], ['Rain']]]],
  [
    'a code of a choice',
    { label: 'Kind', ...choice({ FLAT: 'An amount off' }) },
    'OTHER_KIND',
    'FLAT',
    [['Kind', ['Other kind'], ['An amount off']]],
  ],
  [
    'ids by name',
    { label: 'Products', ...named('product') },
    ['p1'],
    ['p2'],
    [['Products', ['Milk'], ['a deleted product']]],
  ],
  ['a field of an earlier version', undefined, 1, 2, [['Former field', ['1'], ['2']]]],
])('shows %s', (_what, field, before, after, shown) => {
  const changes = [{ field: 'formerField', before, after }];
  const lines = toLines(changes, field === undefined ? {} : { formerField: field }, { p1: 'Milk' });
  expect(lines.map((line) => [line.label, joined(line.before), joined(line.after)])).toEqual(shown);
});

const joined = (texts: string[]) => (texts.length > 1 ? [texts.join('\n')] : texts);

test('shows old and new images', () => {
  const [line] = toLines(
    [{ field: 'image', before: '/images/a/640.webp', after: ['/images/a/640.webp', '/images/b/640.webp'] }],
    product,
    {},
  );
  expect(line).toMatchObject({ kind: 'image', before: ['/images/a/640.webp'] });
  expect(line?.after).toHaveLength(2);
});

test.each([
  ['Minimum order (₹)', 'Minimum order'],
  ['Telephone (optional)', 'Telephone'],
  ['Minimum discount (%)', 'Minimum discount'],
  ['Name (of the store)', 'Name (of the store)'],
])('labels the input %s as %s', (label, shown) => {
  expect(toRecordLabel(label)).toBe(shown);
});
