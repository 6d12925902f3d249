import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#web/texts/t.ts';
import { Button } from './button.tsx';

const looks = {
  leaf: 'bg-leaf-soft text-leaf',
  danger: 'bg-danger-soft text-danger',
  marigold: 'bg-marigold-soft text-ink',
} as const;

interface StatusIconProps {
  tone: keyof typeof looks;
  Icon: LucideIcon;
}

/** An icon on a round tinted background, for pages that report a result. */
export function StatusIcon({ tone, Icon }: StatusIconProps) {
  return (
    <span
      aria-hidden="true"
      className={`flex size-28 items-center justify-center rounded-full ${looks[tone]}`}
    >
      <Icon className="size-14" strokeWidth={1.75} />
    </span>
  );
}

interface EmptyStateProps {
  art?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  heading?: 'h1' | 'h2';
  /** Whether title and sentence change, which a screen reader then announces. */
  isLive?: boolean;
}

/** Replaces missing content: a title, one sentence and one action. */
export function EmptyState(props: EmptyStateProps) {
  const { art, title, children, action, heading: Heading = 'h2', isLive = false } = props;
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      {art !== undefined && (
        <div className="mb-6 flex h-40 items-center justify-center [&_svg]:max-w-full">{art}</div>
      )}
      <div {...(isLive && { role: 'status' })}>
        <Heading className="text-xl">{title}</Heading>
        {children !== undefined && <p className="mt-2 text-balance text-ink-soft">{children}</p>}
      </div>
      {action !== undefined && <div className="mt-6 max-w-full">{action}</div>}
    </div>
  );
}

interface LoadFailedProps extends Pick<EmptyStateProps, 'title' | 'children' | 'heading'> {
  isBusy?: boolean;
  onRetry: () => void;
}

/** Replaces what could not be loaded, with a button that loads it again. */
export function LoadFailed({ isBusy = false, onRetry, children, ...rest }: LoadFailedProps) {
  return (
    <EmptyState
      {...rest}
      action={
        <Button isBusy={isBusy} onClick={onRetry}>
          {t('shell.tryAgain')}
        </Button>
      }
    >
      {children ?? t('shell.checkConnection')}
    </EmptyState>
  );
}
