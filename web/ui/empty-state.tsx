import type { ReactNode } from 'react';

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
