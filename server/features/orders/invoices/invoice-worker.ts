import { parentPort } from 'node:worker_threads';
import type { WorkerAnswer } from '#server/worker-thread.ts';
import { drawInvoice } from './draw-invoice.ts';

/** The arguments of `drawInvoice`. */
export type InvoiceTask = Parameters<typeof drawInvoice>;

// Runs in a thread, because drawing a long invoice takes 0.2 seconds.
parentPort?.on('message', (task: InvoiceTask) => {
  drawInvoice(...task).then(
    (pdf) => answer({ result: pdf }),
    (error: unknown) => answer({ error: String(error) }),
  );
});

function answer(message: WorkerAnswer<Uint8Array>): void {
  parentPort?.postMessage(message);
}
