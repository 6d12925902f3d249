/** An id of a request that changes something once, however often it is sent. */
export function newRequestId(): string {
  // `randomUUID` exists only on https and localhost.
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
}
