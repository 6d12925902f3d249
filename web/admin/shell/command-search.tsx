import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { lazyDialog } from '#web/ui/lazy.tsx';

const CommandDialog = lazyDialog(async () => (await import('./command-dialog.tsx')).CommandDialog);

/** The button of the search over pages, settings, orders, products and customers, which Ctrl K or ⌘ K opens too. */
export function CommandSearch() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      // At once, so that what is typed after it reaches the dialog.
      if (document.querySelector('dialog[open]') === null) flushSync(() => setIsOpen(true));
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="flex min-h-11 flex-none items-center gap-2 rounded-md px-3 font-semibold hover:bg-sunken sm:border sm:border-line sm:bg-surface"
        onClick={() => setIsOpen(true)}
      >
        <Search aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">Search</span>
        <span
          aria-hidden="true"
          className="text-sm font-normal text-ink-soft pointer-coarse:hidden max-sm:hidden"
        >
          Ctrl K
        </span>
      </button>
      {/* Not in the banner, whose heading would be that of the dialog. */}
      {isOpen && createPortal(<CommandDialog onClose={() => setIsOpen(false)} />, document.body)}
    </>
  );
}
