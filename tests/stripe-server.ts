import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';

/** A request as the official SDK sent it. */
export interface StripeRequest {
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
  /** Ends a page as paying or time would. */
  endPage(id: string): void;
  close(): Promise<void>;
}

interface StripeFailure {
  status: number;
  error: { type: string; code?: string; message: string };
}

type Answer =
  | Pick<Stripe.Checkout.Session, 'id' | 'object' | 'url' | 'status' | 'amount_total' | 'currency'>
  | Pick<Stripe.Refund, 'id' | 'object' | 'status' | 'amount'>;

export async function openStripeServer(): Promise<StripeServer> {
  const requests: StripeRequest[] = [];
  const answers = new Map<string, Answer>();
  const ended = new Set<string>();
  let failures: (StripeFailure | 'hang up')[] = [];
  const server = createServer(async (request, response) => {
    const asked = await read(request);
    requests.push(asked);
    const failure = failures.shift();
    if (failure === 'hang up') {
      request.socket.destroy();
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
    const id = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(asked.path)?.[1];
    if (id !== undefined && ended.has(id)) {
      const error = { type: 'invalid_request_error', message: 'Only open sessions can be expired.' };
      return { status: 400, body: { error } };
    }
    const answer = id === undefined ? newAnswer(asked, answers.size + 1) : sessionOf(id, null);
    if (id !== undefined) ended.add(id);
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
