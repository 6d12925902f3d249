interface Version {
  _id: string;
  updatedAt: string;
}

/**
 * Remembers what this page itself has written, so that a change which was begun before its own former one was
 * answered is not taken for one against somebody else.
 */
export class OwnWrites {
  #successors = new Map<string, string>();

  /** Notes that this page has made one version of a product into another. */
  note(before: Version, after: Version): void {
    if (before.updatedAt !== after.updatedAt) this.#successors.set(keyOf(before), after.updatedAt);
  }

  /** What a version has become by writes of this page alone. */
  latestOf({ _id, updatedAt }: Version): string {
    let latest = updatedAt;
    for (;;) {
      const next = this.#successors.get(keyOf({ _id, updatedAt: latest }));
      if (next === undefined) return latest;
      latest = next;
    }
  }
}

function keyOf({ _id, updatedAt }: Version): string {
  return `${_id} ${updatedAt}`;
}
