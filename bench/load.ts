import type { Socket } from 'node:net';
import autocannon from 'autocannon';

export interface Measurement {
  name: string;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  failures: number;
}

interface Load {
  name: string;
  url: string;
  clients: number;
  seconds: number;
  requests?: autocannon.Request[];
}

/** Measures requests from concurrent clients. Throws for a host other than this machine. */
export async function measure({ name, url, clients, seconds, requests }: Load): Promise<Measurement> {
  const { hostname } = new URL(url);
  if (hostname !== '127.0.0.1' && hostname !== 'localhost') throw new Error('Loads go to this machine only.');
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    ...(requests && { setupClient: rotateRequests(requests) }),
  });
  return toMeasurement(name, result);
}

export function toMeasurement(name: string, result: autocannon.Result): Measurement {
  return {
    name,
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

// Each client starts elsewhere in the list; otherwise all would send the same request at once and share one response.
function rotateRequests(requests: autocannon.Request[]) {
  let clients = 0;
  return (client: autocannon.Client) => {
    const start = Math.floor(((clients * 0.618_034) % 1) * requests.length);
    clients += 1;
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
  };
}

export function post(path: string, body: unknown): autocannon.Request {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** The bytes of a POST request with JSON. */
export function callRequest(host: string, path: string, input: unknown): Buffer {
  const body = JSON.stringify(input);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const headEnd = Buffer.from('\r\n\r\n');

/** Resolves to the status of one complete response. Rejects when the connection ends before. */
export function readAnswer(socket: Socket): Promise<number> {
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
      socket.off('data', onData).off('error', reject).off('close', onClose);
      resolve(status);
    };
    const onClose = () => reject(new Error('The server closed the connection.'));
    socket.on('data', onData).once('error', reject).once('close', onClose);
  });
}

/** Rate and percentiles of durations (ms) measured within `seconds`. */
export function summarize(name: string, tookMs: readonly number[], seconds: number): Measurement {
  const sorted = tookMs.toSorted((a, b) => a - b);
  return {
    name,
    requestsPerSecond: sorted.length / seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    failures: 0,
  };
}

/** Of ascending numbers. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

/** Prints measurements under a heading, each with its ratio to a yardstick of the same run. */
export function report(heading: string, measurements: readonly Measurement[], baseline: Measurement): void {
  process.stdout.write(`\n${heading}\n`);
  row(['', 'per second', `of ${baseline.name}`, 'p50 ms', 'p99 ms', 'failures']);
  for (const measurement of [baseline, ...measurements]) {
    row([
      measurement.name,
      measurement.requestsPerSecond.toFixed(measurement.requestsPerSecond < 1000 ? 1 : 0),
      (measurement.requestsPerSecond / baseline.requestsPerSecond).toFixed(4),
      measurement.p50Ms.toFixed(1),
      measurement.p99Ms.toFixed(1),
      String(measurement.failures),
    ]);
  }
}

function row(cells: string[]): void {
  const [first = '', ...rest] = cells;
  process.stdout.write(`  ${first.padEnd(26)}${rest.map((cell) => cell.padStart(22)).join('')}\n`);
}
