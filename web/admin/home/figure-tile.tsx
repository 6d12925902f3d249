import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Chip } from '#web/ui/chip.tsx';
import { compare } from './figures.ts';

interface FigureTileProps {
  label: string;
  value: string;
  /** Where what is counted can be seen. */
  to?: string | undefined;
  children: ReactNode;
}

/** A link within a tile: what is counted stands behind it. */
export const tileLinkClass = 'text-leaf underline decoration-1 underline-offset-4 hover:decoration-2';

/** A figure that is read at a glance, and below it what to hold it against. */
export function FigureTile({ label, value, to, children }: FigureTileProps) {
  return (
    <div className="flex min-h-37 flex-col rounded-lg border border-line bg-surface p-4">
      <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
      <dd className="mt-1">
        <span className="block font-display text-xl font-bold tabular-nums">
          {to === undefined ? (
            value
          ) : (
            <Link
              to={to}
              aria-label={`${label}: ${value}`}
              className={`inline-block min-w-11 ${tileLinkClass}`}
            >
              {value}
            </Link>
          )}
        </span>
        <span className="mt-2 block text-sm text-ink-soft">{children}</span>
      </dd>
    </div>
  );
}

interface AgainstYesterdayProps {
  now: number;
  before: number;
  format: (figure: number) => string;
}

/** What there was by this time yesterday, and how today stands against it. */
export function AgainstYesterday({ now, before, format }: AgainstYesterdayProps) {
  const { trend, change } = compare(now, before);
  const Icon = trend === 'up' ? TrendingUp : TrendingDown;
  return (
    <>
      {change !== null && (
        <span className="mb-1 block">
          <Chip look={trend === 'up' ? 'good' : 'plain'}>
            <Icon aria-hidden="true" className="mr-1 inline size-4 align-[-0.2em]" />
            {change} {trend === 'up' ? 'more' : 'less'}
          </Chip>
        </span>
      )}
      <span className="tabular-nums">{before === 0 ? 'Nothing' : format(before)}</span> by this time yesterday
    </>
  );
}
