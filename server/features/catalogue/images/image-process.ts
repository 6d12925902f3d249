import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { ImageFormat } from '#contract/rules/image.ts';
import type { CropMode, UploadKind } from './image-encoder.ts';

/** What the process is asked for; it answers with `Answers[kind]`. */
export type ImageRequest =
  | { kind: 'inspect'; source: Uint8Array; maximumPixels: number }
  | { kind: 'encode'; source: Uint8Array; cropMode: CropMode; variants: Variant[] };

interface Variant {
  width: number;
  format: ImageFormat;
}

export interface Answers {
  inspect: UploadKind;
  /** Of each variant, in their order. Null for a damaged image. */
  encode: Uint8Array[] | null;
}

/** The decoder crashed, took too much memory or too long; so it would again. */
export class ImageProcessError extends Error {
  override name = 'ImageProcessError';
}

interface Limits {
  /** Of resident memory. The process ends itself when it has more. */
  maximumMegabytes: number;
  timeoutMs?: number;
}

const program = join(import.meta.dirname, 'image-process-main.ts');
const normalTimeoutMs = 60_000;
const idleMs = 30_000;
// Nothing else: the decoder reads files of strangers, so it knows no secret. Each thread uses one core: two leave room for
// requests.
const environment = { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' };

/**
 * Decodes uploads in a separate process, one at a time, so that an image that crashes the decoder or fills its memory does
 * not stop the server. Starts with the first request and ends when it has been idle.
 */
export class ImageProcess {
  readonly #limits: Limits;
  readonly #queue = new PQueue({ concurrency: 1 });
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Throws `ImageProcessError`. */
  run<Request extends ImageRequest>(request: Request): Promise<Answers[Request['kind']]> {
    return this.#queue.add(() => this.#run(request));
  }

  async #run<Request extends ImageRequest>(request: Request): Promise<Answers[Request['kind']]> {
    clearTimeout(this.#idle);
    // A process may have died while it was idle.
    const child = this.#child !== null && isAlive(this.#child) ? this.#child : this.#start();
    // While it works, the server waits for it; otherwise it would keep a stopped server running.
    child.ref();
    const limit = setTimeout(() => child.kill('SIGKILL'), this.#limits.timeoutMs ?? normalTimeoutMs);
    try {
      return await new Promise((resolve, reject) => {
        child.once('message', (answer: Answers[Request['kind']]) => resolve(answer));
        child.once('exit', (code, signal) =>
          reject(new ImageProcessError(`The image decoder ended (${signal ?? code}).`)),
        );
        child.send(request, (error) => error !== null && reject(new ImageProcessError(error.message)));
      });
    } finally {
      clearTimeout(limit);
      child.removeAllListeners('message');
      child.removeAllListeners('exit');
      child.unref();
      if (isAlive(child)) this.#endWhenIdle(child);
    }
  }

  #start(): ChildProcess {
    const child = fork(program, [String(this.#limits.maximumMegabytes)], {
      serialization: 'advanced',
      stdio: 'ignore',
      execArgv: ['--max-old-space-size=64'],
      env: environment,
    });
    child.on('error', () => {});
    child.channel?.unref();
    this.#child = child;
    return child;
  }

  #endWhenIdle(child: ChildProcess): void {
    this.#idle = setTimeout(() => {
      this.#child = null;
      if (child.connected) child.disconnect();
    }, idleMs);
    this.#idle.unref();
  }
}

function isAlive({ connected, exitCode, signalCode }: ChildProcess): boolean {
  return connected && exitCode === null && signalCode === null;
}
