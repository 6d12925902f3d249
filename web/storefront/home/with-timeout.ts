/**
 * The value of a promise if it resolves within `waitMs`, otherwise the promise itself: fast data is rendered without a
 * flash of placeholders, and slow data does not delay the navigation. Throws if the promise rejects within that time.
 */
export async function withTimeout<Value>(
  promise: Promise<Value>,
  waitMs: number,
): Promise<{ value: Value | Promise<Value> }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<{ value: Promise<Value> }>((resolve) => {
    timer = setTimeout(() => resolve({ value: promise }), waitMs);
  });
  try {
    return await Promise.race([promise.then((value) => ({ value })), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
