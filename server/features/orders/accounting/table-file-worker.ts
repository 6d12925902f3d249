import { parentPort } from 'node:worker_threads';
import type { AccountingFormat } from '#contract/rules/money/accounting.ts';
import type { WorkerAnswer } from '#server/worker-thread.ts';
import type { Table } from './accounting.service.ts';
import { toCsv, toXlsx } from './table-file.ts';

export type TableFileTask = [table: Table, format: AccountingFormat];

parentPort?.on('message', ([table, format]: TableFileTask) => {
  try {
    answer({ result: format === 'csv' ? toCsv(table) : toXlsx(table) });
  } catch (error) {
    answer({ error: String(error) });
  }
});

function answer(message: WorkerAnswer<Uint8Array>): void {
  parentPort?.postMessage(message);
}
