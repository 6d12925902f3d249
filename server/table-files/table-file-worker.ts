import { parentPort } from 'node:worker_threads';
import type { TableFormat } from '#contract/base/table-file.ts';
import type { WorkerAnswer } from '#server/base/worker-thread.ts';
import { type Table, toCsv, toXlsx } from './table-file.ts';

export type TableFileTask = [table: Table, format: TableFormat];

parentPort?.on('message', async ([table, format]: TableFileTask) => {
  try {
    answer({ result: format === 'csv' ? toCsv(table) : await toXlsx(table) });
  } catch (error) {
    answer({ error: String(error) });
  }
});

function answer(message: WorkerAnswer<Uint8Array>): void {
  parentPort?.postMessage(message);
}
