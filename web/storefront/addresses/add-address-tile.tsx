import { Plus } from 'lucide-react';

/** Opens the dialog for a new address. */
export function AddAddressTile({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-full min-h-14 w-full items-center justify-center gap-2 rounded-lg border-2 border-dashed border-line p-4 font-semibold text-ink-soft transition-colors duration-(--brief) hover:border-leaf hover:text-leaf"
    >
      <Plus aria-hidden="true" className="size-5" />
      {label}
    </button>
  );
}
