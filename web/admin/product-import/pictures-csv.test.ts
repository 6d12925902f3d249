import { expect, test } from 'vitest';
import { csvText } from '#web/admin/formats.ts';
import { toPictureRows } from './use-pictures.ts';

const product = (name: string) => ({
  ...{ _id: name, name, unit: '1 kg', image: [], updatedAt: '2026-11-21T04:00:00.000Z' },
});
const file = (path: string) => ({ path, name: { keys: [], position: 0 }, read: () => Promise.reject() });
const report = {
  matched: [{ product: product('Rice, "best"'), files: [file('rice.jpg'), file('rice-2.jpg')] }],
  ambiguous: [{ path: 'dal.jpg', products: [product('Dal'), product('DAL')] }],
  unknown: ['=cmd.jpg'],
  tooMany: ['rice-13.jpg'],
  leftOut: [{ path: 'notes.txt', problem: 'not a picture' as const }],
};
const linesOf = (text: string) => text.slice(1).trimEnd().split('\r\n');

test('has one row for each file with its product or the reason why it has none, and runs no formula', () => {
  expect(linesOf(csvText(toPictureRows(report, null)))).toEqual([
    '"File","Product","Unit","Result"',
    '"rice.jpg","Rice, ""best""","1 kg",""',
    '"rice-2.jpg","Rice, ""best""","1 kg",""',
    '"dal.jpg","","","Several products fit: Dal, 1 kg · DAL, 1 kg"',
    `"'=cmd.jpg","","","No product has this SKU, barcode or name"`,
    '"rice-13.jpg","","","More than 12 pictures of one product"',
    '"notes.txt","","","Not a picture"',
  ]);
});

test('says after an upload what failed, and after a stopped one nothing of the others', () => {
  const problems = [{ path: 'rice-2.jpg', text: 'The server is busy.' }];
  const resultsOf = (isStopped: boolean) =>
    linesOf(csvText(toPictureRows(report, { problems, isStopped })))
      .slice(1, 3)
      .map((line) => line.split(',').at(-1));
  expect(resultsOf(false)).toEqual(['"Uploaded"', '"The server is busy."']);
  expect(resultsOf(true)).toEqual(['""', '"The server is busy."']);
});
