import { connect, type Socket } from 'node:net';
import type { EndpointInput, EndpointResponse } from '#contract/api.ts';
import { type EndpointName, endpointOf } from '#contract/endpoints.ts';

/** What came back: the answer where the call succeeded, and how long the client waited for it. */
export interface Reply<Name extends EndpointName> {
  status: number;
  answer: EndpointResponse<Name> | null;
  ms: number;
}

/** Somebody who shops over HTTP, one call after the other on one connection. */
export interface Client {
  send<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
    headers?: Record<string, string>,
  ): Promise<Reply<Name>>;
  /** As `send`, for calls without which there is nothing to measure. */
  mustSend<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
  ): Promise<EndpointResponse<Name>>;
  close(): void;
}

/**
 * A client on this machine; with a token it shops for somebody. It speaks HTTP on a bare socket, because a
 * client shares two cores with what it measures and `fetch` would take more of them than the shop.
 */
export function openClient(shopUrl: string, accessToken?: string): Client {
  const { hostname, port, host } = new URL(shopUrl);
  if (hostname !== '127.0.0.1' && hostname !== 'localhost') throw new Error('Loads go to this machine only.');
  const socket = connect({ host: '127.0.0.1', port: Number(port), noDelay: true });
  const bearer = accessToken === undefined ? '' : `authorization: Bearer ${accessToken}\r\n`;

  async function send<Name extends EndpointName>(name: Name, input: EndpointInput<Name>, headers = {}) {
    const { method, path } = endpointOf(name);
    const body = method === 'GET' ? '' : JSON.stringify(input);
    const query = method === 'GET' ? queryOf(input) : '';
    const type = body === '' ? '' : 'content-type: application/json\r\n';
    const more = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`);
    const startedAt = performance.now();
    socket.write(
      `${method} ${path}${query} HTTP/1.1\r\nhost: ${host}\r\n${bearer}${type}${more.join('')}` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    const { status, text } = await readAnswer(socket);
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

/** Waits for one whole answer; the shop always says how long it is. */
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
      reject(error instanceof Error ? error : new Error('The shop hung up.'));
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
