import { useQuery } from '@tanstack/react-query';
import { ChevronDown, RefreshCw, ShieldCheck } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { EndpointInput, EndpointResponse } from '#contract/api.ts';
import { securityEventDays } from '#contract/base/durations.ts';
import { startOfShopDay } from '#contract/base/zoned-time.ts';
import type { SecurityEvent, SecurityEventKind } from '#contract/sessions/security-log.ts';
import { Loaded, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { describeDetails, isEventKind, kindLabels, lookOf } from './event-texts.ts';

/** The filter in the URL; empty for no restriction. */
interface EventFilter {
  kind: SecurityEventKind | '';
  email: string;
  /** Days of the store's clock, such as `2026-11-22`; both are included. */
  from: string;
  until: string;
}

const noFilter: EventFilter = { kind: '', email: '', from: '', until: '' };
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Ignores invalid values. */
function toFilter(values: { get(name: string): unknown }): EventFilter {
  const read = (name: string) => String(values.get(name) ?? '').trim();
  const [kind, email, from, until] = [read('kind'), read('email'), read('from'), read('until')];
  return {
    kind: isEventKind(kind) ? kind : '',
    email: isEmail(email) ? email : '',
    from: isDay(from) ? from : '',
    until: isDay(until) ? until : '',
  };
}

const pageSize = 50;

/**
 * The newest events in pages, which are read again together. Not with the other queries, because `useInfiniteQuery`
 * costs other pages 150 bytes.
 */
function useEvents({ kind, email, from, until }: EventFilter, pages: number) {
  const filterKey = [kind, email, from, until].join(' ');
  return useQuery({
    queryKey: ['security-events', filterKey, pages],
    queryFn: async ({ signal }) => {
      const events: SecurityEvent[] = [];
      let before: string | null = null;
      for (let page = 0; page === 0 || (page < pages && before !== null); page += 1) {
        const input: EndpointInput<'listSecurityEvents'> = {
          limit: pageSize,
          ...(kind !== '' && { kind }),
          ...(email !== '' && { email }),
          ...(from !== '' && { from: startOfShopDay(from) }),
          ...(until !== '' && { until: startOfShopDay(until, 1) }),
          ...(before !== null && { before }),
        };
        const { data, next }: EndpointResponse<'listSecurityEvents'> = await callApiOrThrow(
          'listSecurityEvents',
          input,
          { signal },
        );
        events.push(...data);
        before = next;
      }
      return { events, hasEarlier: before !== null };
    },
    // One page less of the same events.
    placeholderData: (previous, query) => (query?.queryKey[1] === filterKey ? previous : undefined),
    staleTime: 0,
  });
}

interface FilterFormProps {
  filter: EventFilter;
  onApply: (filter: EventFilter) => void;
}

/** Applies all fields at once, so that no request is sent for an address that is being typed. */
function FilterForm({ filter, onApply }: FilterFormProps) {
  const [emailError, setEmailError] = useState<string>();
  const kindId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const email = String(values.get('email')).trim();
    const isInvalid = email !== '' && !isEmail(email);
    setEmailError(isInvalid ? 'Invalid email address' : undefined);
    if (isInvalid) form.querySelector<HTMLInputElement>('[name=email]')?.focus();
    else onApply(toFilter(values));
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      className="mb-4 grid grid-cols-2 items-start gap-3 rounded-lg border border-line bg-surface p-3 xl:grid-cols-[12rem_minmax(0,1fr)_10rem_10rem_auto]"
    >
      <div className="max-sm:col-span-2">
        <label htmlFor={kindId} className="mb-1 block text-sm font-semibold">
          Event
        </label>
        <span className="relative block">
          <select
            id={kindId}
            name="kind"
            defaultValue={filter.kind}
            className="h-11 w-full appearance-none truncate rounded-md border border-line bg-surface pr-10 pl-3 text-base text-ink"
          >
            <option value="">All events</option>
            {Object.entries(kindLabels).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-3 right-3 size-5 text-ink-soft"
          />
        </span>
      </div>
      <Field
        label="Email address of the account"
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={filter.email}
        error={emailError}
        className="max-sm:col-span-2"
      />
      <Field label="From" name="from" type="date" defaultValue={filter.from} />
      <Field label="Until" name="until" type="date" defaultValue={filter.until} />
      <Button type="submit" className="max-xl:col-span-2 xl:mt-6">
        Filter
      </Button>
    </form>
  );
}

/** 'Same network as …' with the next earlier event of the list from the same network; null if there is none. */
function describeNetwork(events: readonly SecurityEvent[], index: number): string | null {
  const network = events[index]?.network ?? null;
  const earlier = events.slice(index + 1).find((event) => event.network === network);
  if (network === null || earlier === undefined) return null;
  return `Same network as ${earlier.account?.name ?? kindLabels[earlier.kind]}, ${formatDateTime(earlier.at)}`;
}

interface EventRowProps {
  event: SecurityEvent;
  /** Which earlier event came from the same network. */
  network: string | null;
  onChooseAccount: (email: string) => void;
}

function EventRow({ event, network, onChooseAccount }: EventRowProps) {
  const { kind, at, account, count, details } = event;
  const { route, isSum } = details;
  const text = describeDetails(event);
  return (
    <li className="rounded-md border border-line bg-surface px-3 py-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="max-sm:-order-1">
          <Chip look={lookOf(kind)}>{kindLabels[kind]}</Chip>
        </span>
        {isSum === true && (
          <span className="font-semibold tabular-nums max-sm:w-full">{count} more in this minute</span>
        )}
        {account?.email ? (
          <button
            type="button"
            title="Show the events of this account"
            onClick={() => onChooseAccount(account.email ?? '')}
            className="min-h-11 min-w-0 text-left font-semibold wrap-anywhere underline underline-offset-4 max-sm:w-full sm:flex-1"
          >
            {account.name} <span className="font-normal">({account.email})</span>
          </button>
        ) : (
          <span className="text-ink-soft max-sm:w-full">
            {account === null ? 'No account' : 'Deleted account'}
          </span>
        )}
        <time dateTime={at} className="ml-auto text-ink-soft tabular-nums max-sm:-order-1">
          {formatDateTime(at)}
        </time>
      </p>
      <p className="flex flex-wrap gap-x-3 wrap-anywhere text-ink-soft">
        {text !== '' && <span>{text}</span>}
        {route !== undefined && <span>{route}</span>}
        {network !== null && <span>{network}</span>}
      </p>
    </li>
  );
}

function RowsSkeleton() {
  return (
    <div aria-busy="true" className="space-y-2">
      {['1', '2', '3', '4', '5', '6'].map((key) => (
        <Skeleton key={key} className="h-20 w-full" />
      ))}
    </div>
  );
}

export const meta = staffMeta('Security');

/** `/dashboard/security`: the security log. */
export default function SecurityLogPage() {
  const [parameters, setParameters] = useSearchParams();
  const filter = toFilter(parameters);
  const [pages, setPages] = useState(1);
  const list = useEvents(filter, pages);
  const isEarlierWanted = useRef(false);
  const apply = (next: EventFilter) => {
    setPages(1);
    const given = new URLSearchParams(Object.entries(next).filter(([, value]) => value !== ''));
    // The same filter asks for newer events.
    if (given.toString() === parameters.toString()) void list.refetch();
    else setParameters(given, { preventScrollReset: true });
  };
  const showEarlier = () => {
    isEarlierWanted.current = true;
    setPages(pages + 1);
  };
  /** The button, which had the focus, has disappeared. */
  const focusEnd = (end: HTMLElement | null) => {
    if (isEarlierWanted.current) end?.focus({ preventScroll: true });
    isEarlierWanted.current = false;
  };
  const isFiltered = parameters.size > 0;
  return (
    <>
      <PageHeading title="Security">
        <IconButton label="Refresh" onClick={() => void list.refetch()}>
          <RefreshCw
            aria-hidden="true"
            className={`size-5 ${list.isFetching ? 'motion-safe:animate-spin' : ''}`}
          />
        </IconButton>
      </PageHeading>
      {/* The key resets the fields when the URL changes. */}
      <FilterForm key={parameters.toString()} filter={filter} onApply={apply} />
      <p role="status" className="sr-only">
        {list.data !== undefined && `${list.data.events.length} events shown`}
      </p>
      <Loaded query={list} subject="the security log" skeleton={<RowsSkeleton />}>
        {({ events, hasEarlier }) =>
          events.length === 0 ? (
            <EmptyState
              art={<ShieldCheck aria-hidden="true" className="size-16 text-leaf" strokeWidth={1.25} />}
              title="No events"
              action={isFiltered && <Button onClick={() => apply(noFilter)}>Show all events</Button>}
            >
              {isFiltered
                ? 'No event matches the filter.'
                : 'Logins, refused requests and changes of accounts appear here.'}
            </EmptyState>
          ) : (
            <>
              <ol aria-label="Events" className="space-y-2">
                {events.map((event, index) => (
                  <EventRow
                    key={event._id}
                    event={event}
                    network={describeNetwork(events, index)}
                    onChooseAccount={(email) => apply({ ...filter, email })}
                  />
                ))}
              </ol>
              {hasEarlier ? (
                <Button
                  variant="secondary"
                  isWide
                  className="mt-4"
                  isBusy={list.isPlaceholderData}
                  onClick={showEarlier}
                >
                  Show earlier events
                </Button>
              ) : (
                <p ref={focusEnd} tabIndex={-1} className="mt-4 text-sm text-ink-soft">
                  No earlier events. Events are kept for {securityEventDays} days.
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </>
  );
}
