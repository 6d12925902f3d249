import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Job, JobQueue } from '../../jobs/job-queue.ts';
import { mayRunShop } from '../user/account.service.ts';
import { ImportRun, ImportStoppedError } from './import-run.ts';
import { maximumProblems } from './problems.ts';
import * as queries from './product-import.queries.ts';

// A process may die, or the database go away, while an import is applied; but not each time.
const maximumAttempts = 5;

/**
 * Applies imports as they are asked for: each in one transaction and one at a time in the whole shop, so that one
 * that breaks off half-way has changed nothing and is begun anew by any process.
 */
export function applyImports(jobs: JobQueue, context: Context): Promise<void> {
  return jobs.work('product-import', (job) => apply(context, job));
}

async function apply(context: Context, { data: { importId }, signal }: Job<'product-import'>): Promise<void> {
  try {
    await inTransaction(context, (transaction) => begin({ context, transaction, importId, signal }));
    context.catalogueReads.apply({ kind: 'all' });
  } catch (error) {
    const row = await queries.selectImport(context.sql, importId);
    if (row?.status !== 'APPLYING') return;
    if (!(error instanceof ImportStoppedError)) {
      if (row.attempts < maximumAttempts) throw error;
      context.log.error({ err: error, importId }, 'An import is given up');
    }
    await giveUp(context, row, error);
  }
}

interface Attempt {
  /** For what is to be seen while the transaction lasts. */
  context: Context;
  transaction: Context;
  importId: string;
  signal: AbortSignal;
}

async function begin({ context, transaction, importId, signal }: Attempt): Promise<void> {
  const { sql } = transaction;
  if (!(await queries.takeTurn(sql))) throw new Error('Another import is being applied.');
  const row = await queries.selectImport(sql, importId);
  if (row?.status !== 'APPLYING') return;
  await queries.countAttempt(context.sql, importId);
  const accountId = row.applied_by;
  if (accountId === null) throw new ImportStoppedError('The account that wanted it is no longer there.');
  // A demotion counts at once, also for what was asked for before it.
  if (!(await mayRunShop(transaction, accountId))) {
    throw new ImportStoppedError('The account that wanted it may not change the shop any more.');
  }
  const writer = { ...transaction, caller: { userId: accountId, sessionId: '' } };
  const onProgress = (done: number) => queries.updateProgress(context.sql, importId, done);
  const end = await new ImportRun(writer, row, { signal, onProgress }).run();
  await queries.deleteParts(sql, importId);
  await queries.markEnded(sql, importId, { status: 'APPLIED', ...end, failure: null, now: context.now() });
}

async function giveUp(context: Context, row: queries.ImportRow, error: unknown): Promise<void> {
  const isOurs = !(error instanceof ImportStoppedError);
  const failure = isOurs
    ? 'Something went wrong on our side. Nothing was applied. Please check the file again, or tell whoever looks after this shop.'
    : `${error.message} Nothing was applied. Please check the file again.`;
  const found = isOurs ? [] : error.problems;
  const report = { ...row.report, problems: [...found, ...row.report.problems].slice(0, maximumProblems) };
  const end = { report, done: 0, failure, now: context.now() };
  await inTransaction(context, async ({ sql }) => {
    await queries.deleteParts(sql, row.id);
    await queries.markEnded(sql, row.id, { status: 'FAILED', ...end });
  });
}
