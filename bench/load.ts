import autocannon from 'autocannon';

/** What one load gave. */
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
  headers?: Record<string, string>;
}

/** Sends requests from a number of clients for some seconds. Only to this machine. */
export async function measure({
  name,
  url,
  clients,
  seconds,
  requests,
  headers,
}: Load): Promise<Measurement> {
  const { hostname } = new URL(url);
  if (hostname !== '127.0.0.1' && hostname !== 'localhost') throw new Error('Loads go to this machine only.');
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    ...(headers && { headers }),
    ...(requests && { setupClient: startingElsewhere(requests) }),
  });
  return {
    name,
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

// Clients that walk one list in step would ask every question at the same moment and share each answer.
function startingElsewhere(requests: autocannon.Request[]) {
  let clients = 0;
  return (client: autocannon.Client) => {
    const start = Math.floor(((clients * 0.618_034) % 1) * requests.length);
    clients += 1;
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
  };
}

/** A JSON POST for a load. */
export function post(path: string, body: unknown): autocannon.Request {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
