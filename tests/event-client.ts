import { type IncomingMessage, request } from 'node:http';

/** A client that listens to server-sent events. */
export interface EventClient {
  status: number;
  headers: IncomingMessage['headers'];
  /** What came so far, as `change {"_id":…}`; of an answer that is no stream its text. */
  events: string[];
  /** Resolves when `event` has come, or the next one where none is named. */
  hear(event?: string): Promise<string>;
  /** Resolves when the shop has ended it. */
  ended: Promise<void>;
  /** Reads no more, without leaving. */
  stall(): void;
  leave(): void;
}

/** Opens a stream over HTTP as the bearer of an access token; gives it when its first event, or a refusal, has come. */
export async function listenTo(url: string, bearer: string | null): Promise<EventClient> {
  const response = await answerOf(url, bearer);
  const events: string[] = [];
  let heard = 0;
  let wake = () => {};
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (piece: string) => {
    text += piece;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/m.exec(block) ?? [];
      if (event !== undefined) events.push(`${event} ${data}`);
    }
    wake();
  });
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  const client: EventClient = {
    ...{ status: response.statusCode ?? 0, headers: response.headers, events, ended },
    async hear(event) {
      for (;;) {
        const found = event === undefined ? heard : events.indexOf(event, heard);
        const next = found < 0 ? undefined : events[found];
        if (next !== undefined) {
          heard = found + 1;
          return next;
        }
        const more = new Promise<'more'>((resolve) => {
          wake = () => resolve('more');
        });
        if ((await Promise.race([more, ended])) !== 'more') throw new Error('The stream has ended.');
      }
    },
    stall: () => void response.pause(),
    leave: () => void response.destroy(),
  };
  response.on('error', () => {});
  if (client.status === 200) await client.hear();
  else await ended;
  return client;
}

function answerOf(url: string, bearer: string | null): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
    request(url, { headers, agent: false }, resolve).once('error', reject).end();
  });
}
