import { type ApiError, isPermanentError } from '#web/api/api-error.ts';
import type { Outcome } from '#web/api/client.ts';

/** A request that takes longer counts as lost. */
export const timeoutMilliseconds = 10_000;
const firstRetryMs = 1000;
const longestRetryMs = 15_000;
/** The session has ended, or its roles have changed: what waits is sent after the next login. */
const sessionCodes = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'PASSWORD_CHANGE_REQUIRED',
  'ACCOUNT_SUSPENDED',
]);

interface SendQueueOptions<Action, Answer> {
  /** Names the queue: one tab of the browser sends at a time. */
  name: string;
  /** The oldest action that is not sent. */
  next: () => Action | undefined;
  send: (action: Action) => Promise<Outcome<Answer>>;
  /** Removes a sent action. */
  onSent: (action: Action, answer: Answer) => void;
  /** Removes an action that the server rejects. */
  onRejected: (action: Action, error: ApiError) => void;
  /** Whether an error that could be temporary counts as a rejection. */
  isRejection?: (action: Action, error: ApiError) => boolean;
  /** The session has ended. */
  onSessionEnd: (error: ApiError) => void;
  /** The server could not be reached. */
  onUnreachable: () => void;
  /** Runs after a later attempt. */
  onRetried: () => void;
}

interface SendQueue {
  /** Sends what waits, in order. Resolves when all is sent, or when it cannot be sent now. */
  send: () => Promise<void>;
  /** Stops later attempts. */
  stop: () => void;
}

/** Sends what was done on a phone in order, each action again until the server has answered it. */
export function createSendQueue<Action, Answer>(options: SendQueueOptions<Action, Answer>): SendQueue {
  let retryMs = firstRetryMs;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  /** Resolves to whether all is sent. */
  async function sendAll(): Promise<boolean> {
    clearTimeout(retryTimer);
    for (;;) {
      const action = options.next();
      if (action === undefined) return true;
      const outcome = await options.send(action);
      if (!outcome.isOk && isToRepeat(action, outcome.error)) {
        repeatLater();
        return false;
      }
      retryMs = firstRetryMs;
      if (outcome.isOk) options.onSent(action, outcome.response);
      else if (sessionCodes.has(outcome.error.code)) {
        options.onSessionEnd(outcome.error);
        return false;
      } else options.onRejected(action, outcome.error);
    }
  }

  function isToRepeat(action: Action, error: ApiError): boolean {
    if (options.isRejection?.(action, error)) return false;
    return error.code === 'CANCELLED' || !isPermanentError(error);
  }

  function repeatLater(): void {
    options.onUnreachable();
    retryTimer = setTimeout(() => void send().then(options.onRetried), retryMs);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
  }

  const sendLocked = () =>
    'locks' in navigator ? navigator.locks.request(options.name, sendAll) : sendAll();

  let sending: Promise<void> | null = null;
  async function sendInTurn(): Promise<void> {
    try {
      // Again if something was added while the lock was released.
      while ((await sendLocked()) && options.next() !== undefined);
    } finally {
      sending = null;
    }
  }
  function send(): Promise<void> {
    sending ??= sendInTurn();
    return sending;
  }

  return { send, stop: () => clearTimeout(retryTimer) };
}

/** A function that runs the task once at a time, and once more if it is called during a run. */
export function runInTurn(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isWanted = false;
  async function runAll(): Promise<void> {
    try {
      while (isWanted) {
        isWanted = false;
        await task();
      }
    } finally {
      running = null;
    }
  }
  return () => {
    isWanted = true;
    running ??= runAll();
    return running;
  };
}
