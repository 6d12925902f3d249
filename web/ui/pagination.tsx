import { Button } from './button.tsx';

interface PaginationProps {
  page: number;
  totalPage: number;
  onChoose: (page: number) => void;
  /** Part of the accessible name: 'Products'. */
  label: string;
}

/** Previous, page number and Next. Renders nothing if there is only one page. */
export function Pagination({ page, totalPage, onChoose, label }: PaginationProps) {
  if (totalPage <= 1 && page === 1) return null;
  return (
    <nav aria-label={`Pages: ${label}`} className="mt-6 flex items-center justify-between gap-4">
      <Button
        variant="secondary"
        disabled={page <= 1}
        onClick={() => onChoose(Math.min(page - 1, totalPage))}
      >
        Previous
      </Button>
      <p className="text-ink-soft tabular-nums" aria-live="polite">
        <span className="sr-only">Page </span>
        {page}/{totalPage}
      </p>
      <Button variant="secondary" disabled={page >= totalPage} onClick={() => onChoose(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
