import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type EndpointName, endpoints } from '#contract/api.ts';
import { newId } from '#server/database/id.ts';
import type { Answer, Shopper } from '#tests/fixtures/buying.ts';

const card = { number: '4242 4242 4242 4242', expiry: '12/40', securityCode: '123', name: 'Asha Rao' };
const answerTimeoutMs = 5000;
const readTimeoutMs = 3000;
// As the page does, which is told when to try again.
const retryMs = 1000;
const settleLimitMs = 60_000;

type Response = { status: number; answer: Answer & { code?: string }; isLastKnown: boolean };

/** Calls the shop; null for an unknown outcome: no complete answer in time. */
export async function ask(
  url: string,
  name: EndpointName,
  input: object,
  given: { token?: string; key?: string } = {},
): Promise<Response | null> {
  const { method, path } = endpoints[name];
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(given.token !== undefined && { authorization: `Bearer ${given.token}` }),
        ...(given.key !== undefined && { 'idempotency-key': given.key }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const isLastKnown = response.headers.has('warning');
    return { status: response.status, answer: await response.json(), isLastKnown };
  } catch {
    return null;
  }
}

/** Begins work at a fixed rate, whether or not earlier work has ended. */
export class Ticker {
  readonly #timer: NodeJS.Timeout;
  readonly #running = new Set<Promise<void>>();

  constructor(intervalMs: number, work: () => Promise<void>) {
    this.#timer = setInterval(() => {
      const running = work().finally(() => this.#running.delete(running));
      this.#running.add(running);
    }, intervalMs);
  }

  /** Begins no more and waits for what has begun. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
  }
}

/** Shoppers who order at a fixed rate, and repeat an order of unknown outcome with its Idempotency-Key. */
export class Buyers {
  /** Orders that the shop has acknowledged, and when. */
  readonly placed: { id: string; at: number; startedAt: number }[] = [];
  readonly paid: string[] = [];
  /** The keys of orders that the shop has refused. */
  readonly refusedKeys: string[] = [];
  /** Answers that neither acknowledge nor say that the shop is not available. */
  readonly unexpected: string[] = [];
  readonly #url: string;
  readonly #idle: Shopper[];
  readonly #productIds: readonly string[];
  readonly #ticker: Ticker;
  #count = 0;
  #isStopped = false;

  constructor(url: string, shoppers: readonly Shopper[], productIds: readonly string[]) {
    this.#url = url;
    this.#idle = [...shoppers];
    this.#productIds = productIds;
    this.#ticker = new Ticker(200, () => this.#next());
  }

  /** Resolves when each order has a known outcome, or when the shop has not answered for long. */
  async stop(): Promise<void> {
    const stopped = this.#ticker.stop();
    await Promise.race([stopped, wait(settleLimitMs)]);
    this.#isStopped = true;
    await stopped;
  }

  async #next(): Promise<void> {
    const shopper = this.#idle.shift();
    if (shopper === undefined) return;
    this.#count += 1;
    try {
      if (await this.#order(shopper, this.#count)) this.#idle.push(shopper);
    } catch (error) {
      this.unexpected.push(String(error));
    }
  }

  /** Returns whether the order was placed. */
  async #order({ token, addressId }: Shopper, count: number): Promise<boolean> {
    const productId = this.#productIds[count % this.#productIds.length] ?? '';
    await this.#repeat('createCartLine', { productId }, { token }, [200, 201]);
    const list_items = [{ productId, quantity: 1 }];
    const input = { list_items, addressId, subTotalAmt: 100, totalAmt: 100 };
    if (count % 8 === 0) {
      const key = newId();
      await this.#repeat('placeCashOrder', { ...input, totalAmt: 99 }, { token, key }, [409]);
      this.refusedKeys.push(key);
    }
    const isByCard = count % 4 === 0;
    const [startedAt, key] = [performance.now(), newId()];
    const name = isByCard ? 'checkoutOrder' : 'placeCashOrder';
    const { code, data } = await this.#repeat(name, input, { token, key }, [200, 201, 409]);
    if (code !== undefined) {
      // A product that was put into the cart for an earlier order arrived in it after that order: the shop answered
      // its first request after this client had given it up.
      if (code !== 'CART_CHANGED') throw new Error(`${name}: ${code}`);
      this.refusedKeys.push(key);
      return false;
    }
    const id = data.order?._id ?? data._id;
    this.placed.push({ id, startedAt, at: performance.now() });
    if (!isByCard) return true;
    await this.#repeat('paySandboxPayment', { id: data.id, ...card }, { token }, [200]);
    this.paid.push(id);
    return true;
  }

  async #repeat(
    name: EndpointName,
    input: object,
    given: { token: string; key?: string },
    expected: readonly number[],
  ): Promise<Response['answer']> {
    for (;;) {
      const response = await ask(this.#url, name, input, given);
      if (response !== null && expected.includes(response.status)) return response.answer;
      if (response !== null && response.status < 500)
        throw new Error(`${name}: ${response.status} ${response.answer.message}`);
      if (this.#isStopped) throw new Error(`${name}: ${response?.status ?? 'no answer'}`);
      await wait(retryMs);
    }
  }
}

export interface Read {
  at: number;
  /** The status of the answer, or 0 without one in time. */
  status: number;
}

interface Call {
  name: EndpointName;
  input: object;
}

/** Reads at a fixed rate; `next` gives the path of a page, or the input of a call. */
export class Readers {
  readonly reads: Read[] = [];
  readonly #ticker: Ticker;

  constructor(url: string, intervalMs: number, next: (turn: number) => string | Call) {
    let turn = 0;
    this.#ticker = new Ticker(intervalMs, async () => {
      const at = performance.now();
      turn += 1;
      this.reads.push({ at, status: await readStatus(url, next(turn)) });
    });
  }

  stop(): Promise<void> {
    return this.#ticker.stop();
  }
}

async function readStatus(url: string, what: string | Call): Promise<number> {
  const signal = AbortSignal.timeout(readTimeoutMs);
  const request = { headers: { 'content-type': 'application/json' }, signal };
  try {
    const response =
      typeof what === 'string'
        ? await fetch(url + what, request)
        : await fetch(url + endpoints[what.name].path, {
            ...request,
            method: 'POST',
            body: JSON.stringify(what.input),
          });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Writes into a table through HAProxy without the shop, to see when the database accepts writes. */
export class WriteProbe {
  readonly successes: number[] = [];
  readonly #url: string;
  #isStopped = false;
  readonly #running: Promise<void>;

  constructor(url: string) {
    this.#url = url;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    let client: pg.Client | null = null;
    while (!this.#isStopped) {
      try {
        client ??= await this.#connect();
        await client.query('insert into cluster_probe default values');
        this.successes.push(performance.now());
      } catch {
        client?.end().catch(() => {});
        client = null;
      }
      await wait(100);
    }
    await client?.end();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 1000,
      query_timeout: 1000,
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }
}

// The bound of docs/operating.md.
const staleAfterMs = 200;

/** An administrator who changes a price again and again, and looks for it in all processes. */
export class Administrator {
  readonly stale: string[] = [];
  changes = 0;
  /** Prices that a process may still set, although it has not acknowledged them. */
  readonly #unacknowledged = new Set<number>();
  readonly #shops: readonly string[];
  readonly #token: string;
  readonly #productId: string;
  #price = 100;
  #isStopped = false;
  readonly #running: Promise<void>;

  constructor(shops: readonly string[], token: string, productId: string) {
    this.#shops = shops;
    this.#token = token;
    this.#productId = productId;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn += 1) {
      await this.change(turn);
      await wait(300);
    }
  }

  /**
   * Returns in how many processes the change is seen, or null if it was not acknowledged. A process that says that its
   * answer may be outdated does not count.
   */
  async change(turn: number): Promise<number | null> {
    this.#price += 1;
    const price = this.#price;
    const url = this.#shops[turn % this.#shops.length] ?? '';
    const changes = [{ _id: this.#productId, price }];
    const response = await ask(url, 'changeProducts', { changes }, { token: this.#token });
    if (response?.status !== 200) {
      this.#unacknowledged.add(price);
      return null;
    }
    this.changes += 1;
    await wait(staleAfterMs);
    const seen = await Promise.all(this.#shops.map((shop) => this.#readPrice(shop)));
    for (const [index, found] of seen.entries())
      if (found !== null && found < price && !this.#unacknowledged.has(found))
        this.stale.push(`${this.#shops[index]} showed ${found} after ${price} was acknowledged by ${url}`);
    return seen.filter((found) => found === price).length;
  }

  async #readPrice(shop: string): Promise<number | null> {
    const response = await ask(shop, 'getProductDetails', { productId: this.#productId });
    const { price } = { price: null, ...response?.answer.data };
    // A process says so itself when its answer may be outdated, because the database is away.
    return response?.status === 200 && !response.isLastKnown ? Number(price) : null;
  }
}
