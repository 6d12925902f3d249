import { expect, test } from 'vitest';
import { bagLabelsPath, type LabelPaper } from '#contract/picking/bag-label.ts';
import { buildApp } from '#server/app/app.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { type Admin, createAdmin } from '#tests/fixtures/accounts.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { readPdfPages } from '#tests/fixtures/files.ts';
import { placePaidOrder, toPhone } from '#tests/fixtures/picking.ts';

const { db } = await openTestDatabase();
const context = testContext(db);
const { fastify: app } = buildApp(context, 'https://shop.example');

async function fetchLabels(picker: Admin, _id: string, paper: LabelPaper) {
  const { accessToken } = await startSession(context, picker.userId);
  const url = `${bagLabelsPath}?${new URLSearchParams({ _id, paper })}`;
  return app.inject({ url, headers: { authorization: `Bearer ${accessToken}` } });
}

test.each([
  ['RECEIPT', 226.77],
  ['A6', 297.64],
] as const)(
  'each bag of a packed order has a label on %s with its number, the address and the amount',
  async (paper, width) => {
    const meera = await createAdmin(db);
    const { id } = await placePaidOrder(db);
    const phone = toPhone(meera);
    await phone.take(id);
    expect((await fetchLabels(meera, id, paper)).statusCode).toBe(409);
    for (const [position, found] of [4, 1, 2].entries()) await phone.found(id, { position, found });
    const { orderId } = await phone.pack(id);
    const response = await fetchLabels(meera, id, paper);
    expect(response.headers['content-disposition']).toBe(`attachment; filename="${orderId}-label.pdf"`);
    const pages = await readPdfPages(response.rawPayload);
    expect(pages).toHaveLength(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Bag ${index + 1} of 2`);
      expect(page).toContain(orderId);
      expect(page).toContain('Asha Rao');
      expect(page).toContain('Paid');
    }
    expect(response.rawPayload.toString('latin1')).toContain(`/MediaBox [0 0 ${width}`);
  },
);
