import type { Database } from '#server/database/connect.ts';

// Before the months that a page shows beside each other.
const newestDays = 100;
const oldestDays = 5 * 365;
const copiesAtOnce = 100;

const pastId = (column: string) => `lpad(copy::text, 8, '0') || substr(${column}, 9)`;
const pastTime = (column: string) => `${column} - age`;
/** A number of the copy in hexadecimal digits. */
const pastNumber = `lpad(upper(to_hex(copy::bigint * 100000 + place)), 8, '0')`;

interface CopiedTable {
  name: string;
  /** Which rows are copied, as a query. */
  rows: string;
  /** Columns with another value in each copy, and that value. A generated column has none. */
  changed: Record<string, string | null>;
}

const ofOrders = (table: string) =>
  `select t.*, o.place from ${table} t join original_order o on o.id = t.order_id`;

const copiedTables: CopiedTable[] = [
  {
    name: 'account',
    rows: 'select t.* from account t where id in (select user_id from original_order)',
    changed: {
      id: pastId('id'),
      email: `substr(md5(copy || email), 1, 16) || '@example.com'`,
      created_at: pastTime('created_at'),
      updated_at: pastTime('updated_at'),
      last_login_date: pastTime('last_login_date'),
    },
  },
  {
    name: 'customer_order',
    rows: 'select t.*, o.place from customer_order t join original_order o using (id)',
    changed: {
      id: pastId('id'),
      order_number: `'ORD-' || ${pastNumber}`,
      user_id: pastId('user_id'),
      created_at: pastTime('created_at'),
      updated_at: pastTime('updated_at'),
      promised_by: pastTime('promised_by'),
      delivery_address: `jsonb_set(delivery_address, '{mobile}', to_jsonb('8' || lpad(copy::text, 9, '0')))`,
      delivered_at: pastTime('delivered_at'),
      amount_due_paise: null,
      refund_due_paise: null,
    },
  },
  {
    name: 'order_line',
    rows: ofOrders('order_line'),
    changed: { order_id: pastId('order_id'), picked_at: pastTime('picked_at') },
  },
  {
    name: 'order_history',
    rows: ofOrders('order_history'),
    changed: { id: null, order_id: pastId('order_id'), changed_at: pastTime('changed_at') },
  },
  {
    name: 'ledger_entry',
    rows: ofOrders('ledger_entry'),
    changed: {
      id: pastId('id'),
      order_id: pastId('order_id'),
      created_at: pastTime('created_at'),
      settled_at: pastTime('settled_at'),
    },
  },
  {
    name: 'stock_change',
    // With a receipt of the same pieces, so that the changes of a product add up to its stock.
    rows: `select t.id, t.product_id, sign * t.difference as difference, t.stock, case sign when 1 then t.cause else 'RECEIPT' end as cause,
      t.order_id, t.changed_by, t.note, t.request_id, t.changed_at
      from stock_change t join original_order o on o.id = t.order_id cross join (values (1), (-1)) direction (sign)`,
    changed: { id: null, order_id: pastId('order_id'), changed_at: pastTime('changed_at') },
  },
  {
    name: 'tax_document',
    rows: ofOrders('tax_document'),
    changed: {
      id: pastId('id'),
      order_id: pastId('order_id'),
      financial_year: 'financial_year - 1 - copy % 5',
      count: 'copy * 100000 + count',
      number: pastNumber,
      issued_at: pastTime('issued_at'),
      series: null,
    },
  },
  {
    name: 'invoiced_line',
    rows: 'select t.* from invoiced_line t join tax_document d on d.id = t.document_id join original_order o on o.id = d.order_id',
    changed: { document_id: pastId('document_id'), issued_at: pastTime('issued_at') },
  },
];

/**
 * Multiplies the delivered orders of a shop, with their shoppers, lines, history, payments, changes of stock and tax
 * documents: each copy has other shoppers and is of another day of the past five years. Triggers do not see the copies,
 * so `db` is of a superuser.
 */
export async function addPastOrders(db: Database, orders: number): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query(`
      set statement_timeout = 0;
      set session_replication_role = replica;
      create temporary table original_order as
        select id, user_id, row_number() over () as place from customer_order where status = 'DELIVERED';
      insert into tax_document_series
        select kind, financial_year - 1 - past, 2000000000 from tax_document_series, generate_series(0, 4) past
        on conflict do nothing;
      analyze original_order`);
    const {
      rows: [original],
    } = await client.query<{ count: number }>('select count(*)::integer as count from original_order');
    const copies = Math.round(orders / (original?.count ?? 1));
    const columns = new Map<string, string[]>();
    for (const { name } of copiedTables) columns.set(name, await listColumns(client, name));
    for (let first = 1; first <= copies; first += copiesAtOnce) {
      const last = Math.min(first + copiesAtOnce - 1, copies);
      for (const table of copiedTables)
        await client.query(copyStatement(table, columns.get(table.name) ?? [], { first, last, copies }));
    }
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    client.release(true);
  }
}

async function listColumns(client: { query: Database['pool']['query'] }, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  return rows.map(({ name }) => name);
}

function copyStatement(
  { name, rows, changed }: CopiedTable,
  columns: readonly string[],
  { first, last, copies }: { first: number; last: number; copies: number },
): string {
  const written = columns.filter((column) => changed[column] !== null);
  const values = written.map((column) => changed[column] ?? column);
  return `
    insert into ${name} (${written.join(', ')})
    select ${values.join(', ')}
    from (select copy, make_interval(days => ${newestDays} + (copy * ${oldestDays - newestDays}::bigint / ${copies})::integer) as age
      from generate_series(${first}, ${last}) copy) copies
    cross join (${rows}) original`;
}
