import { Download, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link } from 'react-router';
import { defaultCellStyle } from '#contract/base/table-file.ts';
import { isPermanentError } from '#web/api/api-error.ts';
import { downloadCsv, downloadFile, fetchFile } from '#web/api/files.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { showToast } from '#web/ui/toast.ts';
import { csvText, type FileRows } from './formats.ts';
import { parsePageNumber, useUrlParameters } from './url-parameters.ts';

/** The `meta` of a page of the staff. */
export const staffMeta = (title: string) => () => [{ title }, { name: 'robots', content: 'noindex' }];

interface PageHeadingProps {
  title: string;
  /** Number of items, once known. */
  count?: number | undefined;
  /** The number up to which they are counted. */
  maximumCount?: number;
  /** Without the title on a phone, where the menu shows it. */
  isShort?: boolean;
  /** Actions of the page, aligned right. */
  children?: ReactNode;
}

export function PageHeading({
  title,
  count,
  maximumCount = Number.POSITIVE_INFINITY,
  isShort = false,
  children,
}: PageHeadingProps) {
  return (
    <div
      className={`flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-3 ${isShort ? 'mb-2 sm:mb-4' : 'mb-4'}`}
    >
      <div
        className={`flex items-baseline gap-3 ${isShort ? 'self-start max-sm:sr-only sm:min-h-11 sm:items-center' : ''}`}
      >
        <h1 className="text-xl">{title}</h1>
        {count !== undefined && (
          <p className="text-ink-soft tabular-nums">
            {count.toLocaleString('en-IN')}
            {count >= maximumCount && '+'}
            <span className="sr-only"> in all</span>
          </p>
        )}
      </div>
      {children}
    </div>
  );
}

interface LoadedProps<Data> {
  query: {
    data: Data | undefined;
    error: Error | null;
    isPending: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Such as 'the categories'. */
  subject: string;
  /** Shown while the first data load. */
  skeleton?: ReactNode;
  children?: (data: Data) => ReactNode;
}

/** Renders the data of a query, a skeleton while they load, or an error with a retry button. */
export function Loaded<Data>({ query, subject, skeleton, children }: LoadedProps<Data>) {
  const { data, error, isPending, isFetching, refetch } = query;
  if (data !== undefined) return children?.(data);
  if (isPending) return skeleton ?? <Skeleton className="h-96 w-full rounded-lg" />;
  return (
    <EmptyState
      title={`Couldn't load ${subject}`}
      action={
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {isPermanentError(error) ? error?.message : 'Check your connection and try again.'}
    </EmptyState>
  );
}

interface PagedListProps<Item>
  extends Omit<LoadedProps<{ data: readonly Item[]; totalPage: number }>, 'children'> {
  /** The accessible name of its pages: 'Products'. */
  label: string;
  /** Replaces an empty list. */
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A list that the server pages; its page is in the URL. */
export function PagedList<Item>({ label, empty, children, ...loading }: PagedListProps<Item>) {
  const [parameters, change] = useUrlParameters<'page'>();
  return (
    <Loaded {...loading}>
      {({ data, totalPage }) => (
        <>
          {data.length === 0 ? empty : children(data)}
          <Pagination
            label={label}
            page={parsePageNumber(parameters)}
            totalPage={totalPage}
            onChoose={(page) => change({ page: page === 1 ? '' : String(page) })}
          />
        </>
      )}
    </Loaded>
  );
}

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
      <p className="text-ink-soft tabular-nums" aria-live="polite" aria-atomic>
        <span className="sr-only">Page </span>
        {page}/{totalPage}
      </p>
      <Button variant="secondary" disabled={page >= totalPage} onClick={() => onChoose(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

interface CardActionsProps {
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

const actionClass =
  'flex min-h-11 flex-1 items-center justify-center gap-2 text-sm font-semibold transition-colors duration-(--brief) focus-visible:-outline-offset-2';

/** 'Edit' and 'Delete' at the bottom of a card. */
export function CardActions({ name, onEdit, onDelete }: CardActionsProps) {
  return (
    <div className="flex divide-x divide-line border-t border-line">
      <button
        type="button"
        aria-label={`Edit ${name}`}
        onClick={onEdit}
        className={`${actionClass} rounded-bl-lg text-leaf hover:bg-leaf-soft`}
      >
        <Pencil aria-hidden="true" className="size-4" />
        Edit
      </button>
      <button
        type="button"
        aria-label={`Delete ${name}`}
        onClick={onDelete}
        className={`${actionClass} rounded-br-lg text-danger hover:bg-danger-soft`}
      >
        <Trash2 aria-hidden="true" className="size-4" />
        Delete
      </button>
    </div>
  );
}

/** The number of an order, which opens it. */
export function OrderLink({ order }: { order: { _id: string; orderId: string } }) {
  return (
    <Link
      to={`/dashboard/orders?tab=all&order=${order._id}`}
      className="inline-flex min-h-6 items-center font-semibold text-leaf"
    >
      {order.orderId}
    </Link>
  );
}

interface DownloadButtonsProps<Format extends string> {
  /** Of the table, for the accessible names. */
  title: string;
  formats: readonly Format[];
  pathOf: (format: Format) => string;
  /** The name of a file that the server gives none, without the format. */
  name: string;
}

/** Downloads a table in each of its formats. */
export function DownloadButtons<Format extends string>({
  title,
  formats,
  pathOf,
  name,
}: DownloadButtonsProps<Format>) {
  const [busy, setBusy] = useState<Format | null>(null);
  async function download(format: Format) {
    setBusy(format);
    const outcome = await fetchFile(pathOf(format), `${name}.${format}`);
    setBusy(null);
    if (outcome.isOk) downloadFile(outcome.response.content, outcome.response.name);
    else showToast('error', outcome.error.message);
  }
  return (
    <span className="flex flex-none gap-2">
      {formats.map((format) => (
        <Button
          key={format}
          variant="secondary"
          isBusy={busy === format}
          disabled={busy !== null && busy !== format}
          aria-label={`Download ${title} as ${format.toUpperCase()}`}
          onClick={() => void download(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  );
}

interface RowsDownloadProps {
  /** Before the format, such as 'Download errors as'. */
  label: string;
  /** Of the file, without the format. */
  name: string;
  toRows: () => FileRows;
}

/** Downloads rows that the page has as CSV, and as XLSX whose texts a spreadsheet leaves as they are. */
export function RowsDownload({ label, name, toRows }: RowsDownloadProps) {
  const [isBusy, setIsBusy] = useState(false);
  async function downloadWorkbook() {
    setIsBusy(true);
    try {
      const { default: writeWorkbook } = await import('write-excel-file/browser');
      const workbook = writeWorkbook(
        toRows().map((row) => [...row]),
        { stickyRowsCount: 1 },
        { features: [defaultCellStyle] },
      );
      downloadFile(await workbook.toBlob(), `${name}.xlsx`);
    } catch {
      showToast('error', "Couldn't write the file. Try again.");
    }
    setIsBusy(false);
  }
  return (
    <>
      <Button variant="secondary" onClick={() => downloadCsv(csvText(toRows()), `${name}.csv`)}>
        <Download aria-hidden="true" className="size-5" />
        {label} CSV
      </Button>
      <Button variant="secondary" isBusy={isBusy} onClick={() => void downloadWorkbook()}>
        <Download aria-hidden="true" className="size-5" />
        {label} XLSX
      </Button>
    </>
  );
}

/** Shown instead of the pages of the staff until their second factor is set up, which the server requires. */
export function SecondFactorMissing() {
  return (
    <EmptyState
      heading="h1"
      title="Add a second factor"
      action={
        <Link to="/dashboard/profile" className={buttonClass()}>
          Go to my profile
        </Link>
      }
    >
      This store requires a passkey or an authenticator app of its administrators.
    </EmptyState>
  );
}

/** Scrolls a bar of links or tabs, not the page, so that the current one is in its middle. */
export function centerCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current]:not([aria-current=false])');
  if (nav === null || current == null) return;
  const [frame, item] = [nav.getBoundingClientRect(), current.getBoundingClientRect()];
  nav.scrollBy({
    left: item.left + item.width / 2 - frame.left - frame.width / 2,
    top: item.top + item.height / 2 - frame.top - frame.height / 2,
    behavior: 'instant',
  });
}

interface ThumbnailProps {
  src: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Tint of the tile: an oklch hue in degrees. */
  hue?: number | undefined;
  className?: string;
}

const standardHue = 140;

/** Image on the tinted square of its category. Decorative: the name is always next to it. */
export function Thumbnail({ src, sizes, hue = standardHue, className = '' }: ThumbnailProps) {
  return (
    <span className={`block aspect-square overflow-hidden bg-tint ${className}`} style={{ '--hue': hue }}>
      <Picture
        src={src}
        alt=""
        width={320}
        height={320}
        sizes={sizes}
        className="block size-full object-contain p-[7%]"
      />
    </span>
  );
}
