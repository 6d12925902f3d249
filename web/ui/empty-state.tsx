import type { ReactNode } from 'react';

const looks = {
  leaf: 'bg-leaf-soft text-leaf',
  danger: 'bg-danger-soft text-danger',
  marigold: 'bg-marigold-soft text-ink',
} as const;

interface StatusIconProps {
  tone: keyof typeof looks;
  /** An icon of about 64 px; decorative. */
  children: ReactNode;
}

/** An icon on a round tinted ground: the art of pages that say how something went. */
export function StatusIcon({ tone, children }: StatusIconProps) {
  return (
    <span
      aria-hidden="true"
      className={`flex size-28 items-center justify-center rounded-full ${looks[tone]}`}
    >
      {children}
    </span>
  );
}

interface EmptyStateProps {
  /** A decorative picture or icon. */
  art?: ReactNode;
  title: string;
  /** One sentence. */
  children?: ReactNode;
  /** One link or button. */
  action?: ReactNode;
  /** The rank of the title on its page. */
  heading?: 'h1' | 'h2';
}

/** What stands where nothing is: one sentence and one action (design: layout). */
export function EmptyState({ art, title, children, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      {art !== undefined && <div className="mb-6 flex h-40 items-center justify-center">{art}</div>}
      <Heading className="text-xl">{title}</Heading>
      {children !== undefined && <p className="mt-2 text-ink-soft">{children}</p>}
      {action !== undefined && <div className="mt-6">{action}</div>}
    </div>
  );
}
