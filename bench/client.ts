import { Agent, request } from 'node:http';
import type { CallAnswer, CallInput } from '#contract/calls.ts';
import { type CallName, endpointOf } from '#contract/paths.ts';

/** What came back: the answer where the call succeeded, and how long the client waited for it. */
export interface Reply<Name extends CallName> {
  status: number;
  answer: CallAnswer<Name> | null;
  ms: number;
}

/** Somebody who shops over HTTP. */
export interface Client {
  send<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    headers?: Record<string, string>,
  ): Promise<Reply<Name>>;
  /** As `send`, for calls without which there is nothing to measure. */
  mustSend<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallAnswer<Name>>;
  close(): void;
}

/** A client with a connection of its own that stays open; with a token it shops for somebody. */
export function openClient(shopUrl: string, accessToken?: string): Client {
  const { hostname, port } = new URL(shopUrl);
  if (hostname !== '127.0.0.1' && hostname !== 'localhost') throw new Error('Loads go to this machine only.');
  // node:http rather than fetch, because the client shares two cores with what it measures.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const standing = {
    'content-type': 'application/json',
    ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
  };

  function send<Name extends CallName>(name: Name, input: CallInput<Name>, headers = {}) {
    const { method, path } = endpointOf(name);
    const body = method === 'GET' ? '' : JSON.stringify(input);
    const startedAt = performance.now();
    return new Promise<Reply<Name>>((resolve, reject) => {
      const options = {
        agent,
        hostname: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...standing, 'content-length': Buffer.byteLength(body), ...headers },
      };
      const sent = request(options, (response) => {
        const status = response.statusCode ?? 0;
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => {
          const ms = performance.now() - startedAt;
          resolve({ status, answer: status < 300 ? JSON.parse(text) : null, ms });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  return {
    send,
    async mustSend(name, input) {
      const { status, answer } = await send(name, input);
      if (answer === null) throw new Error(`${name} answered ${status}.`);
      return answer;
    },
    close: () => agent.destroy(),
  };
}

const password = 'Steep-Lagoon-41';

/** Registers new shoppers and logs them in. They are many at once, for most of it is waiting. */
export async function openShoppers(shopUrl: string, count: number): Promise<Client[]> {
  const door = openClient(shopUrl);
  try {
    return await Promise.all(Array.from({ length: count }, () => openShopper(shopUrl, door)));
  } finally {
    door.close();
  }
}

async function openShopper(shopUrl: string, door: Client): Promise<Client> {
  const email = `bench.${crypto.randomUUID()}@example.com`;
  await door.mustSend('registerUser', { name: 'Bench', email, password, confirmPassword: password });
  const { data } = await door.mustSend('loginUser', { email, password });
  return openClient(shopUrl, data.accesstoken);
}

/** What every order of a measurement is delivered to. */
export const deliveryAddress = {
  address_line: '12 Lake Road',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  pincode: '411001',
  mobile: '9876543210',
};
