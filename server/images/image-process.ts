import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { CropMode, IconFile, ImageFormat, ImageWidth } from '#contract/images/image.ts';
import type { Initial } from './draw-initial.ts';
import type { DerivedFile, UploadKind } from './image-encoder.ts';

/** What the process is asked for; it answers with `Answers[kind]`. */
export type ImageRequest =
  | { kind: 'inspect'; source: Uint8Array; maximumPixels: number }
  | { kind: 'encode'; source: Uint8Array; cropMode: CropMode; variants: Variant[] }
  | { kind: 'draw'; module: string; drawing: unknown }
  | { kind: 'render'; svg: string; width: ImageWidth; format: ImageFormat }
  | { kind: 'derive'; file: DerivedFile; source: Uint8Array }
  | { kind: 'draw-icon'; file: IconFile; initial: Initial };

interface Variant {
  width: number;
  format: ImageFormat;
}

export interface Answers {
  inspect: UploadKind;
  /** Of each variant, in their order. Null for a damaged image. */
  encode: Uint8Array[] | null;
  /** The SVG that `drawImage(drawing)` of the module at this path returns. */
  draw: string;
  render: Uint8Array;
  derive: Uint8Array;
  'draw-icon': Uint8Array;
}

/** A request as it is sent to the process, and what the process sends back. */
export interface NumberedRequest {
  id: number;
  request: ImageRequest;
}
export type NumberedAnswer<Kind extends ImageRequest['kind'] = ImageRequest['kind']> =
  | { id: number; answer: Answers[Kind] }
  | { id: number; error: string };

/** The process failed, crashed, took too much memory or too long. */
export class ImageProcessError extends Error {
  override name = 'ImageProcessError';
}

interface Limits {
  /** Of resident memory. The process ends itself when it has more. */
  maximumMegabytes: number;
  timeoutMs?: number;
  /** How many requests it works on at the same time; 1 unless stated otherwise. */
  concurrency?: number;
  /** 0 if shoppers wait for its answers. Otherwise their requests go first. */
  niceness?: number;
}

const program = join(import.meta.dirname, 'image-process-main.ts');
const normalTimeoutMs = 60_000;
const idleMs = 30_000;
// Nothing else: the decoder reads files of strangers, so it knows no secret. Each thread uses one core: two leave
// room for requests.
const environment = { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' };

/**
 * Decodes uploads and draws images in a separate process, so that an image that crashes the decoder or fills its
 * memory does not stop the server, and the server needs no memory for them. Starts with the first request and ends
 * when it has been idle.
 */
export class ImageProcess {
  readonly #limits: Limits;
  readonly #queue: PQueue;
  #child: ChildProcess | null = null;
  #requests = 0;
  #underway = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#queue = new PQueue({ concurrency: limits.concurrency ?? 1 });
  }

  /** Throws `ImageProcessError`. */
  run<Request extends ImageRequest>(request: Request): Promise<Answers[Request['kind']]> {
    return this.#queue.add(() => this.#run(request));
  }

  /** Runs a request again if the process ended: only for requests without files of strangers. */
  async runWithRetry<Request extends ImageRequest>(request: Request): Promise<Answers[Request['kind']]> {
    try {
      return await this.run(request);
    } catch (error) {
      if (!(error instanceof ImageProcessError)) throw error;
      return this.run(request);
    }
  }

  async #run<Request extends ImageRequest>(request: Request): Promise<Answers[Request['kind']]> {
    clearTimeout(this.#idle);
    // A process may have died while it was idle.
    const child = this.#child !== null && isAlive(this.#child) ? this.#child : this.#start();
    this.#underway += 1;
    // While it works, the server waits for it; otherwise it would keep a stopped server running.
    child.ref();
    const limit = setTimeout(() => child.kill('SIGKILL'), this.#limits.timeoutMs ?? normalTimeoutMs);
    const answered = new AbortController();
    try {
      return await this.#ask(child, request, answered.signal);
    } finally {
      clearTimeout(limit);
      answered.abort();
      this.#underway -= 1;
      if (this.#underway === 0) {
        child.unref();
        if (isAlive(child)) this.#endWhenIdle(child);
      }
    }
  }

  /** Sends a request and listens for its answer until `signal` is aborted. */
  #ask<Request extends ImageRequest>(
    child: ChildProcess,
    request: Request,
    signal: AbortSignal,
  ): Promise<Answers[Request['kind']]> {
    this.#requests += 1;
    const id = this.#requests;
    return new Promise((resolve, reject) => {
      const onMessage = (message: NumberedAnswer<Request['kind']>) => {
        if (message.id !== id) return;
        if ('error' in message) reject(new ImageProcessError(message.error));
        else resolve(message.answer);
      };
      const fail = (reason: string) => {
        if (this.#child === child) this.#child = null;
        reject(new ImageProcessError(reason));
      };
      const onExit = (code: number | null, signalName: NodeJS.Signals | null) =>
        fail(`The image decoder ended (${signalName ?? code}).`);
      child.on('message', onMessage).on('exit', onExit);
      signal.addEventListener('abort', () => child.off('message', onMessage).off('exit', onExit));
      const numbered: NumberedRequest = { id, request };
      child.send(numbered, (error) => error !== null && fail(error.message));
    });
  }

  #start(): ChildProcess {
    const { maximumMegabytes, niceness = 10 } = this.#limits;
    const child = fork(program, [String(maximumMegabytes), String(niceness)], {
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
