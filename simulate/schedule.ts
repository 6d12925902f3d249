interface Entry {
  at: number;
  /** Entries of the same time run in the order in which they were added. */
  number: number;
  resume: () => void;
}

/**
 * A simulated clock that jumps to the next thing that happens. Of all the work that was started one piece runs at a
 * time, until it waits for the clock or ends: so the same work is done in the same order, however fast the machine is.
 */
export class Schedule {
  #now: number;
  readonly #entries: Entry[] = [];
  #count = 0;
  #endTurn: (error?: unknown) => void = () => undefined;

  constructor(start: Date) {
    this.#now = start.getTime();
  }

  now = (): Date => new Date(this.#now);

  /** Starts work at a time; a time that is over means now. */
  startAt(at: Date, work: () => Promise<void>): void {
    const resume = () => {
      work().then(
        () => this.#endTurn(),
        (error: unknown) => this.#endTurn(error ?? new Error('The work failed.')),
      );
    };
    this.#add(at.getTime(), resume);
  }

  /** Called by work that was started. */
  wait(seconds: number): Promise<void> {
    return new Promise((resume) => {
      this.#add(this.#now + Math.max(0, Math.round(seconds * 1000)), resume);
      this.#endTurn();
    });
  }

  waitUntil(at: Date): Promise<void> {
    return this.wait((at.getTime() - this.#now) / 1000);
  }

  /** Something for which work can wait. */
  createSignal(): Signal {
    const waiting: (() => void)[] = [];
    return {
      wait: () =>
        new Promise((resume) => {
          waiting.push(resume);
          this.#endTurn();
        }),
      give: () => {
        for (const resume of waiting.splice(0)) this.#add(this.#now, resume);
      },
    };
  }

  /** Runs until nothing waits for the clock any more. Rejects with the first error. */
  async run(): Promise<void> {
    for (;;) {
      const entry = this.#entries.shift();
      if (entry === undefined) return;
      this.#now = Math.max(this.#now, entry.at);
      await new Promise<void>((resolve, reject) => {
        this.#endTurn = (error) => (error === undefined ? resolve() : reject(error));
        entry.resume();
      });
    }
  }

  #add(at: number, resume: () => void): void {
    this.#count += 1;
    const entry = { at, number: this.#count, resume };
    const index = this.#entries.findLastIndex((other) => other.at <= at) + 1;
    this.#entries.splice(index, 0, entry);
  }
}

export interface Signal {
  /** Called by work that was started: waits until the signal is given the next time. */
  wait(): Promise<void>;
  give(): void;
}
