import { Worker } from 'node:worker_threads';
import { concurrencyLimit } from './concurrency-limit.ts';

interface Options {
  /** Answers each message with a `WorkerAnswer`. */
  file: URL;
  maximumQueued: number;
  /** Creates the error for a task that arrives when the queue is full. */
  createError: () => Error;
  maximumHeapMegabytes: number;
  taskTimeoutMs: number;
  /** Ends the thread after so long without tasks, which returns its memory. */
  idleMs: number;
}

export type WorkerAnswer<Result> = { result: Result } | { error: string };

/**
 * Runs tasks one at a time in a thread, which starts with the first. A task that fails, exceeds the memory or takes
 * too long is rejected; after the latter two the next one gets a new thread.
 */
export function workerThread<Task, Result>(options: Options): (task: Task) => Promise<Result> {
  const { file, maximumQueued, createError, maximumHeapMegabytes, taskTimeoutMs, idleMs } = options;
  const limit = concurrencyLimit({ concurrency: 1, maximumQueued, createError });
  let worker: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;

  function start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: maximumHeapMegabytes };
    const started = new Worker(file, { resourceLimits, execArgv: [] });
    // Of the idle thread; a running task has its own listener.
    started.on('error', () => stop(started));
    started.on('exit', () => stop(started));
    return started;
  }

  function stop(stopped: Worker): void {
    if (worker === stopped) worker = null;
    void stopped.terminate();
  }

  return (task) =>
    limit(async () => {
      clearTimeout(idleTimer);
      worker ??= start();
      const current = worker;
      current.ref();
      try {
        const answer = await answerOf<WorkerAnswer<Result>>(current, task, taskTimeoutMs);
        if ('error' in answer) throw new Error(answer.error);
        return answer.result;
      } catch (error) {
        stop(current);
        throw error;
      } finally {
        // Neither keeps the process alive.
        current.unref();
        idleTimer = setTimeout(() => stop(current), idleMs).unref();
      }
    });
}

function answerOf<Answer>(worker: Worker, task: unknown, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(() => reject(new Error('The task took too long.'))), timeoutMs);
    const onMessage = (answer: Answer) => finish(() => resolve(answer));
    const onError = (error: unknown) => finish(() => reject(error));
    const onExit = () => finish(() => reject(new Error('The thread ended.')));
    function finish(settle: () => void): void {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task);
  });
}
