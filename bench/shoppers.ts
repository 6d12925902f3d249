import { connect, type Socket } from 'node:net';
import type { EndpointInput, EndpointResponse } from '#contract/api.ts';
import { type EndpointName, endpoints } from '#contract/api.ts';
import { type PricedCart, priceCart, toPricedQuantity } from '#contract/cart/price-cart.ts';
import { noCharges } from '#contract/delivery/charges.ts';
import { allProducts } from './reads.ts';

interface Reply<Name extends EndpointName> {
  status: number;
  answer: EndpointResponse<Name> | null;
  ms: number;
}

/** An HTTP client that sends one call at a time on one connection. */
export interface Client {
  send<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
    headers?: Record<string, string>,
  ): Promise<Reply<Name>>;
  /** As `send`; throws unless the call succeeds. */
  mustSend<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
  ): Promise<EndpointResponse<Name>>;
  close(): void;
}

// Below the keep-alive timeout of the server.
const idleLimitMs = 3000;

/**
 * Opens a client for this machine. It writes HTTP on a plain socket: it shares two cores with the server, and `fetch`
 * would take more of them than the server does.
 */
export function openClient(shopUrl: string, accessToken?: string): Client {
  const { hostname, port, host } = new URL(shopUrl);
  if (hostname !== '127.0.0.1' && hostname !== 'localhost') throw new Error('Loads go to this machine only.');
  const open = () => connect({ host: '127.0.0.1', port: Number(port), noDelay: true });
  let socket = open();
  let usedAt = performance.now();
  const bearer = accessToken === undefined ? '' : `authorization: Bearer ${accessToken}\r\n`;

  async function send<Name extends EndpointName>(name: Name, input: EndpointInput<Name>, headers = {}) {
    const { method, path } = endpoints[name];
    const body = method === 'GET' ? '' : JSON.stringify(input);
    const query = method === 'GET' ? queryOf(input) : '';
    const type = body === '' ? '' : 'content-type: application/json\r\n';
    const more = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`);
    const request =
      `${method} ${path}${query} HTTP/1.1\r\nhost: ${host}\r\n${bearer}${type}${more.join('')}` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    // The server closes connections that were idle for some seconds.
    if (performance.now() - usedAt > idleLimitMs) {
      socket.destroy();
      socket = open();
    }
    const startedAt = performance.now();
    socket.write(request);
    const { status, text } = await readAnswer(socket);
    usedAt = performance.now();
    const ms = performance.now() - startedAt;
    const answer: EndpointResponse<Name> | null = status < 300 ? JSON.parse(text) : null;
    return { status, answer, ms };
  }

  return {
    send,
    async mustSend(name, input) {
      const { status, answer } = await send(name, input);
      if (answer === null) throw new Error(`${name} answered ${status}.`);
      return answer;
    },
    close: () => socket.destroy(),
  };
}

function queryOf(input: object = {}): string {
  const fields = Object.entries(input).map(([name, value]) => [name, String(value)]);
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`;
}

/** Reads one complete response; every response has a content-length. */
function readAnswer(socket: Socket): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    let bodyStart = -1;
    let end = Number.POSITIVE_INFINITY;
    const stopListening = () => {
      socket.off('data', onData);
      socket.off('error', onFailure);
      socket.off('close', onFailure);
    };
    const onFailure = (error?: Error | boolean) => {
      stopListening();
      reject(error instanceof Error ? error : new Error('The server closed the connection.'));
    };
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (bodyStart < 0) {
        bodyStart = received.indexOf('\r\n\r\n') + 4;
        if (bodyStart < 4) {
          bodyStart = -1;
          return;
        }
        const length = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, bodyStart))?.[1];
        end = bodyStart + Number(length ?? 0);
      }
      if (received.length < end) return;
      stopListening();
      resolve({
        status: Number(received.toString('latin1', 9, 12)),
        text: received.toString('utf8', bodyStart, end),
      });
    };
    socket.on('data', onData);
    socket.once('error', onFailure);
    socket.once('close', onFailure);
  });
}

const password = 'Steep-Lagoon-41';
// The server hashes two passwords at a time.
const atOnce = 4;

export async function openShoppers(shopUrl: string, count: number): Promise<Client[]> {
  const shoppers: Client[] = [];
  let opened = 0;
  const openOn = async () => {
    while (opened < count) {
      opened += 1;
      shoppers.push(openClient(shopUrl, await openAccount(shopUrl)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, openOn));
  return shoppers;
}

/** Registers a shopper and returns an access token. */
export async function openAccount(shopUrl: string): Promise<string> {
  const email = `bench.${crypto.randomUUID()}@example.com`;
  const client = openClient(shopUrl);
  try {
    await client.mustSend('registerUser', { name: 'Bench', email, password, confirmPassword: password });
    const { data } = await client.mustSend('loginUser', { email, password });
    return data.accesstoken;
  } finally {
    client.close();
  }
}

export const deliveryAddress = {
  address_line: '12 Lake Road',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  pincode: '411001',
  mobile: '9876543210',
};

export type ListedProduct = Awaited<ReturnType<typeof allProducts>>[number];
export type Pick = () => ListedProduct[];

/** Returns a function that picks one to three products in stock, spread over the catalogue, the same in each run. */
export async function createProductPicker(
  shopUrl: string,
  candidates?: readonly ListedProduct[],
): Promise<Pick> {
  const products = (candidates ?? (await allProducts(shopUrl))).filter(({ stock }) => stock > 0);
  const left = new Map(products.map(({ _id, stock }) => [_id, stock]));
  let turn = 0;
  return () => {
    turn += 1;
    const picked = new Set<ListedProduct>();
    for (let step = 0; picked.size < 1 + (turn % 3); step += 1) {
      if (step > products.length) throw new Error('All products are sold out.');
      const product = products[Math.floor(((turn * 0.618_034 + step * 0.414_214) % 1) * products.length)];
      const stock = left.get(product?._id ?? '') ?? 0;
      if (product === undefined || stock === 0 || picked.has(product)) continue;
      left.set(product._id, stock - 1);
      picked.add(product);
    }
    return [...picked];
  };
}

/** What a cart costs in a store without charges and offers. */
export function priceProducts(products: readonly ListedProduct[], quantity: number): PricedCart {
  const lines = products.map((product) => ({
    productId: product._id,
    categoryIds: [],
    ...toPricedQuantity({ ...product, quantity }),
  }));
  return priceCart({ lines, charges: noCharges, offers: [], coupon: null });
}
