import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { CustomerDetails } from '#contract/customers/customer.ts';
import { statusLabels } from '#web/admin/orders/order-status.ts';
import { Loaded, OrderLink, PageHeading, Pagination, staffMeta } from '#web/admin/page-parts.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { BlockDialog, CreditDialog } from './customer-dialogs.tsx';
import { CustomerChips } from './customers-page.tsx';

export const meta = staffMeta('Customer');

/** `/dashboard/customers/:customer`: one account with orders, addresses, notes and store credit. */
export default function CustomerPage() {
  const { customer: id = '' } = useParams();
  const queries = useQueryClient();
  const queryKey = ['customer', id];
  const customer = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await callApiOrThrow('getCustomer', { _id: id }, { signal })).data,
    staleTime: 0,
  });
  const [mayGrant, mayBlock] = [useMay('grant-credit'), useMay('block-customers')];
  const [open, setOpen] = useState<'block' | 'unblock' | 'credit' | null>(null);
  const update = (data: CustomerDetails) => {
    queries.setQueryData(queryKey, data);
    setOpen(null);
  };
  const { data, error } = customer;
  if (data === undefined) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND')
      return (
        <EmptyState heading="h1" title="Customer not found">
          <BackLink />
        </EmptyState>
      );
    return <Loaded query={customer} subject="this customer" />;
  }
  const isBlocked = data.blockedAt !== null;

  async function unblock() {
    const outcome = await callApi('blockCustomer', { _id: id, isBlocked: false });
    if (outcome.isOk) {
      showToast('success', outcome.response.message);
      update(outcome.response.data);
    } else showToast('error', outcome.error.message);
  }

  return (
    <>
      <BackLink />
      <PageHeading title={data.name}>
        <div className="flex flex-wrap gap-3">
          {mayGrant && (
            <Button variant="secondary" onClick={() => setOpen('credit')}>
              Change store credit
            </Button>
          )}
          {mayBlock && !data.isStaff && (
            <Button
              variant="quiet"
              className={isBlocked ? '' : 'text-danger!'}
              onClick={() => setOpen(isBlocked ? 'unblock' : 'block')}
            >
              {isBlocked ? 'Unblock' : 'Block'}
            </Button>
          )}
        </div>
      </PageHeading>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Summary customer={data} />
        <Credit customer={data} />
        <Orders id={id} />
        <Addresses customer={data} />
        <Notes key={id} customer={data} onChange={update} />
      </div>
      {open === 'credit' && <CreditDialog customer={data} onDone={update} onClose={() => setOpen(null)} />}
      {open === 'block' && <BlockDialog customer={data} onDone={update} onClose={() => setOpen(null)} />}
      {open === 'unblock' && (
        <ConfirmDialog
          title={`Unblock ${data.name}?`}
          question="The customer can order again at once."
          confirmLabel="Unblock"
          onConfirm={() => void unblock()}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function BackLink() {
  return (
    <Link
      to="/dashboard/customers"
      className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-leaf"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      All customers
    </Link>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="min-w-0 rounded-lg border border-line bg-surface p-4 text-sm md:p-5"
    >
      <h2 id={titleId} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Summary({ customer }: { customer: CustomerDetails }) {
  const { email, mobile, createdAt, orders, spentAmt, blockedAt, blockedReason } = customer;
  const rows = [
    ['Email', email],
    ['Phone', mobile === '' ? '–' : mobile],
    ['Registered', formatDateTime(createdAt)],
    ['Orders', String(orders)],
    ['Net sales', formatPaise(toPaise(spentAmt))],
  ];
  return (
    <Card title="Account">
      <p className="mb-3 flex flex-wrap gap-2 empty:hidden">
        <CustomerChips customer={customer} />
        {customer.isEmailVerified && <Chip look="good">Email verified</Chip>}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-semibold wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-ink-soft">Orders and net sales: without cancelled orders and test payments.</p>
      {blockedAt !== null && (
        <p className="mt-3 rounded-md bg-danger-soft px-3 py-2 font-medium wrap-anywhere text-danger">
          Cannot order since {formatDateTime(blockedAt)}: {blockedReason}
        </p>
      )}
    </Card>
  );
}

const creditTexts = {
  GRANT: '',
  ORDER: 'Paid for ',
  RETURN: 'Returned for ',
  REFUND: 'Refund of ',
  CLOSE: 'Closed',
} as const;

function Credit({ customer: { creditAmt, credit } }: { customer: CustomerDetails }) {
  return (
    <Card title="Store credit">
      <p className="text-xl font-bold tabular-nums">{formatPaise(toPaise(creditAmt))}</p>
      <ul aria-label="Store credit history" className="mt-2 divide-y divide-line">
        {credit.map(({ _id, at, kind, amount, order, reason, by }) => (
          <li key={_id} className="flex items-baseline justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="block wrap-anywhere">
                {kind === 'GRANT' && order !== null ? 'For the delay of ' : creditTexts[kind]}
                {order === null ? reason : <OrderLink order={order} />}
              </span>
              <span className="text-ink-soft">
                {formatDateTime(at)}
                {by !== null && `, ${by}`}
              </span>
            </span>
            <span className="flex-none font-semibold whitespace-nowrap tabular-nums">
              {amount > 0 ? '+' : '–'}
              {formatPaise(toPaise(Math.abs(amount)))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Orders({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ['customer', id, 'orders', page],
    queryFn: ({ signal }) => callApiOrThrow('listCustomerOrders', { _id: id, page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <Card title="Orders">
      <Loaded query={list} subject="the orders" skeleton={<Skeleton className="h-40 w-full" />}>
        {({ data, totalPage }) => (
          <>
            {data.length === 0 && <p className="text-ink-soft">No orders yet</p>}
            <ul aria-label="Orders" className="divide-y divide-line">
              {data.map((order) => (
                <li key={order._id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
                  <span>
                    <OrderLink order={order} />{' '}
                    <span className="text-ink-soft">{statusLabels[order.status]}</span>
                  </span>
                  <span className="tabular-nums">
                    <span className="text-ink-soft">{formatDateTime(order.createdAt)}</span>{' '}
                    <b>{formatPaise(toPaise(order.totalAmt))}</b>
                  </span>
                </li>
              ))}
            </ul>
            <Pagination label="Orders" page={page} totalPage={totalPage} onChoose={setPage} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Addresses({ customer: { addresses } }: { customer: CustomerDetails }) {
  return (
    <Card title="Addresses">
      {addresses.length === 0 && <p className="text-ink-soft">No addresses</p>}
      <ul className="divide-y divide-line">
        {addresses.map(({ _id, address_line, city, state, pincode, mobile }) => (
          <li key={_id} className="py-2 wrap-anywhere">
            {address_line}, {city}, {state} {pincode}
            <span className="block text-ink-soft">{mobile}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface NotesProps {
  customer: CustomerDetails;
  onChange: (customer: CustomerDetails) => void;
}

function Notes({ customer: { _id, notes }, onChange }: NotesProps) {
  const form = useApiForm({
    defaultValues: { text: '' },
    loadSchema: () =>
      import('#contract/customers/customer.ts').then(({ addCustomerNote }) => addCustomerNote.input),
    toInput: ({ text }) => ({ _id, text }),
    send: ({ text }) => callApi('addCustomerNote', { _id, text }),
    onSuccess({ data }) {
      form.reset({ text: '' });
      onChange(data);
    },
  });
  return (
    <Card title="Notes">
      <form {...form.formProps} className="space-y-3">
        <TextArea label="New note" maxLength={1000} {...form.fieldProps('text')} />
        <p className="text-ink-soft">Notes stay. They are part of the data that the customer can download.</p>
        <FormAlert>{form.error}</FormAlert>
        <Button type="submit" variant="secondary" isBusy={form.isBusy}>
          Add note
        </Button>
      </form>
      <ul aria-label="Notes" className="mt-4 divide-y divide-line">
        {notes.map(({ _id: noteId, at, by, text }) => (
          <li key={noteId} className="py-2">
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
            <p className="text-ink-soft">
              {by}, {formatDateTime(at)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
