import { useState } from 'react';
import { Link } from 'react-router';
import type { ProductImport } from '#contract/product-import.ts';
import { readLastImport } from './last-import.ts';
import { useImport } from './use-import.ts';

const notes: Record<ProductImport['status'], [state: string, link: string]> = {
  CHECKED: ['is checked and not applied yet.', 'Look at it again'],
  APPLYING: ['is being applied.', 'See how far it is'],
  APPLIED: ['is applied.', 'See what has changed'],
  FAILED: ['could not be applied.', 'See why'],
};

/** Leads back to the import that was begun last in this browser, until its end was seen. */
export function LastImportNote() {
  const [id] = useState(readLastImport);
  const { data } = useImport(id);
  if (data === undefined) return null;
  const [state, link] = notes[data.status];
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-md bg-marigold-soft px-4 py-2.5">
      <span className="min-w-0 wrap-anywhere">
        <strong className="font-semibold">{data.fileName}</strong> {state}
      </span>
      <Link to={`?id=${data._id}`} className="font-semibold text-leaf underline underline-offset-4">
        {link}
      </Link>
    </p>
  );
}
