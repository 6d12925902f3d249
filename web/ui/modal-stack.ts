/** The dialogs that are open, the one on top last. */
let stack: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/** The dialog on top. While one is open the browser hides the rest of the page from everybody, toasts too. */
export function getTopModal(): HTMLDialogElement | null {
  return stack.at(-1) ?? null;
}

export function subscribeToModals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes an open dialog, whose page below must not scroll. Gives the way to note that it closed. */
export function pushModal(dialog: HTMLDialogElement): () => void {
  show([...stack, dialog]);
  return () => show(stack.filter((other) => other !== dialog));
}

function show(next: readonly HTMLDialogElement[]): void {
  stack = next;
  document.documentElement.classList.toggle('has-modal', stack.length > 0);
  for (const listener of listeners) listener();
}
