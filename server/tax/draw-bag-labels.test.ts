import { expect, test } from 'vitest';
import { readPdfPages } from '#tests/fixtures/files.ts';
import { drawBagLabels } from './draw-bag-labels.ts';

test.each(['RECEIPT', 'A6'] as const)(
  'the widest order number is on one line of a label on %s',
  async (paper) => {
    const label = {
      ...{ storeName: 'Tokri', orderNumber: 'ORD-WWWWWWWW', bags: 1, recipient: 'Asha Rao' },
      ...{ address: ['12 Lake Road'], duePaise: 0, url: 'https://shop.example/staff/pick' },
    };
    const [page] = readPdfPages(await drawBagLabels(label, paper));
    expect(page?.split('\n')).toContain(label.orderNumber);
  },
);
