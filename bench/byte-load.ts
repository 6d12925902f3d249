import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Measurement } from './load.ts';

interface ByteLoad {
  name: string;
  url: string;
  clients: number;
  seconds: number;
  headers?: Record<string, string>;
}

const headEnd = Buffer.from('\r\n\r\n');

/**
 * Asks for one address over and over, and counts answers without looking into them. Autocannon turns every body
 * into text, which for compressed bytes costs the client more than the server spends on sending them.
 */
export async function measureBytes({
  name,
  url,
  clients,
  seconds,
  headers = {},
}: ByteLoad): Promise<Measurement> {
  const target = new URL(url);
  if (target.hostname !== '127.0.0.1') throw new Error('Loads go to this machine only.');
  const lines = Object.entries({ host: target.host, ...headers }).map(
    ([key, value]) => `${key}: ${value}\r\n`,
  );
  const request = Buffer.from(`GET ${target.pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const endsAt = performance.now() + seconds * 1000;
  const latencies: number[] = [];
  let failures = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const socket = connect(Number(target.port), target.hostname);
      await once(socket, 'connect');
      while (performance.now() < endsAt) {
        const startedAt = performance.now();
        socket.write(request);
        if ((await readAnswer(socket)) !== 200) failures += 1;
        latencies.push(performance.now() - startedAt);
      }
      socket.destroy();
    }),
  );
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { name, requestsPerSecond: latencies.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failures };
}

/** Waits for one whole answer and gives its status. */
function readAnswer(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let missing = -1;
    let status = 0;
    let head: Buffer = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      if (missing < 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf(headEnd);
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        status = Number(text.slice(9, 12));
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
        missing = length - (head.length - end - headEnd.length);
      } else {
        missing -= chunk.length;
      }
      if (missing > 0) return;
      socket.off('data', onData);
      socket.off('error', reject);
      resolve(status);
    };
    socket.on('data', onData);
    socket.once('error', reject);
  });
}
