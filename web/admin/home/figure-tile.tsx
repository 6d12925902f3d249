import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '#web/ui/chip.tsx';
import { compare } from './figures.ts';

interface FigureTileProps {
  label: string;
  value: string;
  children: ReactNode;
}

/** A figure that is read at a glance, and below it what to hold it against. */
export function FigureTile({ label, value, children }: FigureTileProps) {
  return (
    <div className="flex min-h-37 flex-col rounded-lg border border-line bg-surface p-4">
      <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
      <dd className="mt-1">
        <span className="block font-display text-xl font-bold tabular-nums">{value}</span>
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
