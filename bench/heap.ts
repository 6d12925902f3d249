import { once } from 'node:events';
import { z } from 'zod';
import type { Running } from '#tests/fixtures/processes.ts';

const target = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]);
const reply = z.object({ id: z.number(), result: z.object({ usedSize: z.number().optional() }) });

/** Reads the heap size of a process started with `--inspect-port`, after a garbage collection. */
export interface Heap {
  /** In bytes. */
  read(): Promise<number>;
  close(): void;
}

/** Opens the inspector of a running process on the loopback interface. */
export async function openHeap({ process: child }: Running, inspectPort: number): Promise<Heap> {
  child.kill('SIGUSR1');
  const socket = new WebSocket(await inspectorOf(inspectPort));
  await once(socket, 'open');
  let sent = 0;
  const ask = async (method: string): Promise<number> => {
    sent += 1;
    const id = sent;
    const answered = new Promise<number>((resolve) => {
      socket.addEventListener('message', function hear({ data }) {
        const message = reply.safeParse(JSON.parse(String(data)));
        if (message.data?.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(message.data.result.usedSize ?? 0);
      });
    });
    socket.send(JSON.stringify({ id, method }));
    return answered;
  };
  return {
    async read() {
      await ask('HeapProfiler.collectGarbage');
      return ask('Runtime.getHeapUsage');
    },
    close: () => socket.close(),
  };
}

async function inspectorOf(port: number): Promise<string> {
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
