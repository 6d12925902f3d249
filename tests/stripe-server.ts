import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';

/** A request as the official SDK sent it. */
export interface StripeRequest {
  method: string;
  path: string;
  fields: URLSearchParams;
  idempotencyKey: string | null;
  authorization: string | null;
}

/** The few calls of Stripe that the shop makes, answered on this machine. To be closed after a test. */
export interface StripeServer {
  url: string;
  requests: StripeRequest[];
  /** Fails the next requests instead: with an error of Stripe, or by hanging up. */
  failWith(failures: (StripeFailure | 'hang up')[]): void;
  /** Answers every request with this and 200, whatever was asked. */
  babble(body: string): void;
  /** Forgets which keys it has seen, as Stripe does after a day. */
  forgetKeys(): void;
  /** Ends a page as paying or time would. */
  endPage(id: string): void;
  close(): Promise<void>;
}

interface StripeFailure {
  status: number;
  error: { type: string; code?: string; message: string };
}

type RefundAnswer = Pick<
  Stripe.Refund,
  'id' | 'object' | 'status' | 'amount' | 'metadata' | 'payment_intent'
>;
type Answer =
  | Pick<Stripe.Checkout.Session, 'id' | 'object' | 'url' | 'status' | 'amount_total' | 'currency'>
  | RefundAnswer;

export async function openStripeServer(): Promise<StripeServer> {
  const requests: StripeRequest[] = [];
  const answers = new Map<string, Answer>();
  const ended = new Set<string>();
  const refunds: RefundAnswer[] = [];
  let babbled: string | null = null;
  let failures: (StripeFailure | 'hang up')[] = [];
  const server = createServer(async (request, response) => {
    const asked = await read(request);
    requests.push(asked);
    const failure = failures.shift();
    if (failure === 'hang up') {
      request.socket.destroy();
      return;
    }
    if (babbled !== null) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(babbled);
      return;
    }
    const { status, body } =
      failure === undefined ? answerTo(asked) : { status: failure.status, body: failure };
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    response.end(JSON.stringify(body));
  });

  function answerTo(asked: StripeRequest): { status: number; body: object } {
    // As Stripe does: the same key gets the first answer again.
    const repeated = asked.idempotencyKey === null ? undefined : answers.get(asked.idempotencyKey);
    if (repeated !== undefined) return { status: 200, body: repeated };
    if (asked.method === 'GET') {
      const paymentId = new URL(asked.path, 'http://stripe').searchParams.get('payment_intent');
      const data = refunds.filter(({ payment_intent }) => payment_intent === paymentId);
      return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/refunds' } };
    }
    const id = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(asked.path)?.[1];
    if (id !== undefined && ended.has(id)) {
      const error = { type: 'invalid_request_error', message: 'Only open sessions can be expired.' };
      return { status: 400, body: { error } };
    }
    const answer = id === undefined ? newAnswer(asked, requests.length) : sessionOf(id, null);
    if (id !== undefined) ended.add(id);
    if (answer.object === 'refund') refunds.push(answer);
    if (asked.idempotencyKey !== null) answers.set(asked.idempotencyKey, answer);
    return { status: 200, body: answer };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${addressOf(server.address()).port}`,
    requests,
    failWith(next) {
      failures = next;
    },
    babble(body) {
      babbled = body;
    },
    forgetKeys: () => answers.clear(),
    endPage: (id) => void ended.add(id),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function newAnswer({ path, fields }: StripeRequest, number: number): Answer {
  if (path === '/v1/refunds')
    return {
      id: `re_${number}`,
      object: 'refund',
      status: 'succeeded',
      amount: Number(fields.get('amount')),
      metadata: { refund: fields.get('metadata[refund]') ?? '' },
      payment_intent: fields.get('payment_intent'),
    };
  return sessionOf(`cs_test_${number}`, `https://checkout.stripe.com/c/pay/cs_test_${number}`);
}

function sessionOf(id: string, url: string | null): Answer {
  const status = url === null ? 'expired' : 'open';
  return { id, object: 'checkout.session', url, status, amount_total: 0, currency: 'inr' };
}

async function read(request: IncomingMessage): Promise<StripeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { authorization = null, 'idempotency-key': key = null } = request.headers;
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    fields: new URLSearchParams(Buffer.concat(chunks).toString()),
    idempotencyKey: Array.isArray(key) ? null : key,
    authorization,
  };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address;
}
