/** Random numbers that are the same for the same keys: a cart does not depend on what has happened before. */
export class Random {
  #state: number;

  constructor(...keys: readonly (string | number)[]) {
    // FNV-1a.
    this.#state = [...keys.join('/')].reduce(
      (hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01_00_01_93),
      0x81_1c_9d_c5,
    );
  }

  /** From 0 to below 1 (Mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** A whole number; both ends are possible. */
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(list: readonly Item[]): Item {
    const item = list[Math.floor(this.next() * list.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  /** Of the standard normal distribution (Box-Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Times such as those of rides: half of them are below the median; `sigma` is the deviation of the logarithm. */
  logNormal(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.normal());
  }
}
