import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { maximumCounted, maximumFound } from '#contract/base/limits.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { Customer } from '#contract/customers/customer.ts';
import { StoreLink } from '#web/admin/next-steps.tsx';
import { PagedList, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { SearchBox, useSearchText } from '#web/admin/search-box.tsx';
import { parsePageNumber, useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

const filters = [
  { value: 'ALL', label: 'All' },
  { value: 'CREDIT', label: 'With store credit' },
  { value: 'BLOCKED', label: 'Blocked' },
] as const;

export const meta = staffMeta('Customers');

/** `/dashboard/customers`: all accounts, found by name, email address, phone or order number. */
export default function CustomersPage() {
  const [parameters, change] = useUrlParameters<'q' | 'filter' | 'page'>();
  const search = parameters.get('q') ?? '';
  const filter = filters.find(({ value }) => value === parameters.get('filter'))?.value ?? 'ALL';
  const page = parsePageNumber(parameters);
  const [typed, type] = useSearchText(search, (q) => change({ q, page: '' }, { replace: true }));
  const list = useQuery({
    queryKey: ['customers', search, filter, page],
    queryFn: ({ signal }) => callApiOrThrow('listCustomers', { search, filter, page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <>
      <PageHeading
        title="Customers"
        count={list.data?.totalCount}
        maximumCount={search === '' ? maximumCounted : maximumFound}
      >
        <SearchBox
          label="Search customers"
          placeholder="Name, email, phone, order"
          text={typed}
          onType={type}
        />
      </PageHeading>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls. */}
      <div role="group" aria-label="Filter" className="mb-4 flex flex-wrap gap-2">
        {filters.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === filter}
            onClick={() => change({ filter: value === 'ALL' ? '' : value, page: '' })}
            className="min-h-11 rounded-md border border-line bg-surface px-3 text-sm font-semibold hover:bg-sunken aria-pressed:border-leaf aria-pressed:bg-leaf-soft"
          >
            {label}
          </button>
        ))}
      </div>
      <PagedList
        label="Customers"
        query={list}
        subject="the customers"
        empty={
          <EmptyState
            art={<UserRound aria-hidden="true" className="size-16 text-leaf" strokeWidth={1.25} />}
            title={search === '' && filter === 'ALL' ? 'No customers yet' : 'No results'}
            action={search === '' && filter === 'ALL' && <StoreLink>See your store</StoreLink>}
          >
            {search === ''
              ? 'Customers appear here when they register.'
              : 'Search for the beginning of a name, an email address, a mobile number or an order number.'}
          </EmptyState>
        }
      >
        {(customers) => (
          <ul aria-label="Customers" className="space-y-2">
            {customers.map((customer) => (
              <CustomerRow key={customer._id} customer={customer} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function CustomerRow({ customer }: { customer: Customer }) {
  const { _id, name, email, mobile, orders, spentAmt, creditAmt } = customer;
  return (
    <li className="relative grid gap-x-4 gap-y-1 rounded-md border border-line bg-surface px-4 py-3 text-sm hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={`/dashboard/customers/${_id}`}
            className="inline-flex min-h-6 items-center font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-md"
          >
            {name}
          </Link>
          <CustomerChips customer={customer} />
        </p>
        <p className="wrap-anywhere text-ink-soft">{[email, mobile].filter(Boolean).join(' · ')}</p>
      </div>
      <div className="tabular-nums sm:text-right">
        <p className="font-semibold">
          {orders === 1 ? '1 order' : `${orders} orders`} · Net sales {formatPaise(toPaise(spentAmt))}
        </p>
        <p className="text-ink-soft">
          {lastOrderText(customer)}
          {creditAmt > 0 && ` · ${formatPaise(toPaise(creditAmt))} credit`}
        </p>
      </div>
    </li>
  );
}

function lastOrderText({ lastOrderAt, uncountedOrders }: Customer): string {
  if (lastOrderAt !== null) return `Last on ${formatDateTime(lastOrderAt)}`;
  return uncountedOrders === 0 ? 'No orders yet' : `Cancelled, unpaid or test orders: ${uncountedOrders}`;
}

/** What is unusual about an account. */
export function CustomerChips({ customer }: { customer: Customer }) {
  return (
    <>
      {customer.isStaff && <Chip>Staff</Chip>}
      {!customer.isEmailVerified && <Chip look="warning">Email not verified</Chip>}
      {customer.blockedAt !== null && <Chip look="bad">Blocked</Chip>}
      {customer.isSuspended && <Chip look="bad">Suspended</Chip>}
    </>
  );
}
