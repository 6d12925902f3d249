import pino from 'pino';
import type { CallAnswer } from '#contract/calls.ts';
import type { CallName } from '#contract/paths.ts';
import { CatalogueReads } from '#server/catalogue-reads.ts';
import type { CallContext } from '#server/context.ts';
import type { Sql } from '#server/database/connect.ts';
import { OrderNews } from '#server/features/order-events/order-news.ts';
import { SearchMisses } from '#server/features/search/search-misses.ts';
import { tokenSigner } from '#server/features/session/access-token.ts';
import { EndedSessions } from '#server/features/session/ended-sessions.ts';
import { openLimits } from '#server/features/session/limits.ts';
import type { ServedCall } from '#server/http/served-call.ts';
import type { ImageStore } from '#server/providers/image-store/image-store.ts';
import { sandboxPayments } from '#server/providers/payment/sandbox-payment.ts';
import { openSecrets } from '#server/secrets.ts';

const testSecret = 'a secret that only the tests know, long enough';

/** What the shop of the tests seals and signs with. */
export const testSecrets = openSecrets(testSecret);

/** The shop of the tests. */
export const testShop = { name: 'Tokri', url: 'https://shop.example', contactEmail: 'hello@shop.example' };

/** The context of a call on a test database, by nobody unless `given` says who. All of it is real but the log. */
export function testContext(sql: Sql, given: Partial<CallContext> = {}): CallContext {
  return {
    sql,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    timeZone: 'Asia/Kolkata',
    tokens: tokenSigner(testSecret),
    endedSessions: new EndedSessions(),
    orderNews: new OrderNews(),
    secrets: testSecrets,
    images: imagesInMemory(),
    payments: sandboxPayments({ publicUrl: testShop.url, secrets: testSecrets }),
    shop: testShop,
    seller: { address: '', gstin: null },
    drawPicture: () => '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
    limits: openLimits(false),
    searchMisses: new SearchMisses(),
    catalogueReads: new CatalogueReads(),
    caller: null,
    bearer: null,
    idempotencyKey: null,
    userAgent: 'a test',
    remoteAddress: '127.0.0.1',
    ...given,
  };
}

function imagesInMemory(): ImageStore {
  const pictures = new Map<string, Buffer>();
  return {
    find: async (key) => pictures.get(key) ?? null,
    async put(key, bytes) {
      pictures.set(key, bytes);
    },
  };
}

/** Runs a call as the API does, through JSON, so that a test sees what a client would. Throws `AppError`. */
export async function runCall<Name extends CallName>(
  served: readonly ServedCall[],
  name: Name,
  context: CallContext,
  input: unknown = {},
): Promise<CallAnswer<Name> & { status: 200 | 201 }> {
  const call = served.find((candidate) => candidate.name === name);
  if (call === undefined) throw new Error(`The call ${name} is not served.`);
  const { status, answer } = await call.run(context, input);
  return JSON.parse(JSON.stringify({ ...answer, status }));
}
