import { once } from 'node:events';
import { z } from 'zod';
import type { Running } from '#tests/fixtures/processes.ts';

const target = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]);
const reply = z.object({ id: z.number(), result: z.unknown() });
const heapUsage = z.object({ usedSize: z.number() });

/** The inspector of a process started with `--inspect-port`, on the loopback interface. */
export interface Inspector {
  /** Calls a method of the DevTools protocol. */
  ask(method: string, params?: object): Promise<unknown>;
  /** Size of the heap after a garbage collection, in bytes. */
  readHeapBytes(): Promise<number>;
  close(): void;
}

export async function openInspector({ process: child }: Running, inspectPort: number): Promise<Inspector> {
  child.kill('SIGUSR1');
  const socket = new WebSocket(await inspectorUrl(inspectPort));
  await once(socket, 'open');
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = reply.safeParse(JSON.parse(String(data)));
    if (message.success) waiting.get(message.data.id)?.(message.data.result);
  });
  let sent = 0;
  const ask = async (method: string, params = {}): Promise<unknown> => {
    sent += 1;
    const id = sent;
    const answered = new Promise<unknown>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const result = await answered;
    waiting.delete(id);
    return result;
  };
  return {
    ask,
    async readHeapBytes() {
      await ask('HeapProfiler.collectGarbage');
      return heapUsage.parse(await ask('Runtime.getHeapUsage')).usedSize;
    },
    close: () => socket.close(),
  };
}

async function inspectorUrl(port: number): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [{ webSocketDebuggerUrl }] = target.parse(
        await (await fetch(`http://127.0.0.1:${port}/json/list`)).json(),
      );
      return webSocketDebuggerUrl;
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
