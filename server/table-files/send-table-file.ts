import type { FastifyReply } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import type { TableFormat } from '#contract/base/table-file.ts';
import { workerThread } from '#server/base/worker-thread.ts';
import type { Table } from './table-file.ts';
import type { TableFileTask } from './table-file-worker.ts';

const contentTypes: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

// 30,000 rows take seconds.
const writeInThread = workerThread<TableFileTask, Uint8Array>({
  file: new URL('./table-file-worker.ts', import.meta.url),
  maximumQueued: 8,
  createError: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 10 }),
  maximumHeapMegabytes: 512,
  taskTimeoutMs: 60_000,
  idleMs: 30_000,
});

/** Sends a table as a download. `name` has no extension. Throws UNAVAILABLE while too many files are being written. */
export async function sendTableFile(
  reply: FastifyReply,
  { table, name, format }: { table: Table; name: string; format: TableFormat },
): Promise<FastifyReply> {
  const file = await writeInThread([table, format]);
  return reply
    .header('Content-Type', contentTypes[format])
    .header('Content-Disposition', `attachment; filename="${name}.${format}"`)
    .header('Cache-Control', 'no-store')
    .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
}
