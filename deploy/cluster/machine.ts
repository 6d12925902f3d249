import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A program of a machine, as a service manager would run it. */
export interface Program {
  name: string;
  command: readonly string[];
  environment?: Record<string, string>;
  /** Where it runs, if not in the folder of the machine. */
  folder?: string;
}

const restartMs = 1000;
const stopLimitMs = 60_000;

/** Runs the programs of one machine, and starts those again that end. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly folder: string;
  readonly #programs: readonly Program[];
  readonly #running = new Map<string, ChildProcess>();
  /** The programs that are started again when they end. */
  readonly #wanted = new Set<string>();

  constructor(name: string, address: string, folder: string, programs: readonly Program[]) {
    this.name = name;
    this.address = address;
    this.folder = folder;
    this.#programs = programs;
  }

  /** The id of the process that runs a program. */
  processId(program: string): number | undefined {
    return this.#running.get(program)?.pid;
  }

  /** Starts these programs, or all of them like a machine that boots. */
  start(...names: string[]): void {
    for (const program of this.#select(names)) {
      this.#wanted.add(program.name);
      if (!this.#running.has(program.name)) this.#run(program);
    }
  }

  /** Stops these programs, or all of them, in reverse order: each after those that need it. */
  async stop(...names: string[]): Promise<void> {
    for (const { name } of this.#select(names).toReversed()) {
      this.#wanted.delete(name);
      const child = this.#running.get(name);
      if (child === undefined) continue;
      const isStopped = once(child, 'exit').then(() => true);
      child.kill('SIGTERM');
      if (!(await Promise.race([isStopped, wait(stopLimitMs, false)]))) await this.kill();
    }
  }

  /** Kills all processes at once, like a loss of power. */
  async kill(): Promise<void> {
    this.#wanted.clear();
    const exited = [...this.#running.values()].map((child) => once(child, 'exit'));
    const pids = this.#signal('SIGKILL');
    await Promise.all(exited);
    while (pids.some((pid) => parentOf(pid) !== undefined)) await wait(20);
  }

  /** Kills one program, which is not started again. */
  async killProgram(name: string): Promise<void> {
    this.#wanted.delete(name);
    const child = this.#running.get(name);
    if (child === undefined) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Stops the execution of all processes. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  /** Continues after `freeze`. */
  thaw(): void {
    this.#signal('SIGCONT');
  }

  /**
   * Sends a signal to all processes and returns their ids: those of the programs, of PostgreSQL, which Patroni
   * detaches, and of their children.
   */
  #signal(signal: NodeJS.Signals): number[] {
    const roots = [...this.#running.values()].map(({ pid }) => pid);
    const pids = withDescendants([...roots, postmasterOf(this.folder)].filter((pid) => pid !== undefined));
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended since it was listed.
      }
    }
    return pids;
  }

  #select(names: readonly string[]): Program[] {
    return this.#programs.filter(({ name }) => names.length === 0 || names.includes(name));
  }

  #run(program: Program): void {
    const [command = '', ...args] = program.command;
    const log = openSync(join(this.folder, `${program.name}.log`), 'a');
    const child = spawn(command, args, {
      cwd: program.folder ?? this.folder,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...program.environment },
      // Ctrl-C reaches this process only, which stops the programs in order.
      detached: true,
    });
    closeSync(log);
    this.#running.set(program.name, child);
    child.once('exit', () => {
      this.#running.delete(program.name);
      setTimeout(() => {
        if (this.#wanted.has(program.name)) this.start(program.name);
      }, restartMs);
    });
  }
}

/** The process id in the lock of a PostgreSQL below a folder, if it runs. */
function postmasterOf(folder: string): number | undefined {
  const data = join(folder, 'postgresql');
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // After a kill another program may have this id.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data) ? pid : undefined;
  } catch {
    return undefined;
  }
}

function withDescendants(roots: readonly number[]): number[] {
  const childrenOf = new Map<number, number[]>();
  for (const pid of readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)) {
    const parent = parentOf(pid);
    if (parent !== undefined) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), pid]);
  }
  const found = new Set<number>();
  const add = (pid: number) => {
    if (found.has(pid)) return;
    found.add(pid);
    childrenOf.get(pid)?.forEach(add);
  };
  roots.forEach(add);
  return [...found];
}

/** The parent of a process; undefined for one that has ended. */
function parentOf(pid: number): number | undefined {
  try {
    // The name in parentheses may contain spaces.
    const [state = '', parent] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}
