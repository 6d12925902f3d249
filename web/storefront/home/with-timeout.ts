/**
 * What a promise gives if it does so within the time, otherwise the promise itself: data that is quick is shown
 * without a flash of placeholders, and data that is slow does not hold up the page. A failure in time is thrown.
 */
export async function withTimeout<Value>(
  promise: Promise<Value>,
  waitMs: number,
): Promise<{ value: Value | Promise<Value> }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<{ value: Promise<Value> }>((resolve) => {
    timer = setTimeout(() => resolve({ value: promise }), waitMs);
  });
  try {
    return await Promise.race([promise.then((value) => ({ value })), patience]);
  } finally {
    clearTimeout(timer);
  }
}
