import { parentPort } from 'node:worker_threads';
import type { WorkerAnswer } from '#server/base/worker-thread.ts';
import { drawBagLabels } from './draw-bag-labels.ts';
import { drawDocument } from './draw-document.ts';
import { drawInvoice } from './draw-invoice.ts';

/** The arguments of `drawDocument`, `drawInvoice` or `drawBagLabels`. */
export type InvoiceTask =
  | ['document', ...Parameters<typeof drawDocument>]
  | ['order', ...Parameters<typeof drawInvoice>]
  | ['labels', ...Parameters<typeof drawBagLabels>];

function draw(task: InvoiceTask): Promise<Uint8Array> {
  if (task[0] === 'labels') return drawBagLabels(task[1], task[2]);
  return task[0] === 'document' ? drawDocument(task[1], task[2]) : drawInvoice(task[1], task[2]);
}

// Runs in a thread, because drawing a long invoice takes 0.2 seconds.
parentPort?.on('message', (task: InvoiceTask) => {
  draw(task).then(
    (pdf) => answer({ result: pdf }),
    (error: unknown) => answer({ error: String(error) }),
  );
});

function answer(message: WorkerAnswer<Uint8Array>): void {
  parentPort?.postMessage(message);
}
