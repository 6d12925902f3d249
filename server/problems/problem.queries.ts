import sql from 'sql-template-tag';
import type { ProblemKind } from '#contract/problems/refundable.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

interface ProblemLineRow {
  position: number;
  name: string;
  name_hindi: string;
  unit: string;
  quantity: number;
  kind: ProblemKind;
}

export interface ProblemRow
  extends Pick<
    schema.ProblemReport,
    'id' | 'note' | 'reported_at' | 'decided_at' | 'message' | 'refunded_paise'
  > {
  refunded_to: 'SOURCE' | 'CREDIT' | null;
  has_photo: boolean;
  lines: readonly ProblemLineRow[];
}

export interface StaffProblemRow extends ProblemRow {
  order_id: string;
  order_number: string;
  total_paise: number;
  delivered_at: Date;
  shopper_name: string;
  shopper_mobile: string;
  decided_by_name: string | null;
}

function problemColumns() {
  return sql`
    r.id, r.note, r.reported_at, r.decided_at, r.message, r.refunded_paise, r.refunded_to,
    exists (select from problem_photo where report_id = r.id) as has_photo,
    (select json_agg(json_build_object('position', p.position, 'name', l.name, 'name_hindi', l.name_hindi, 'unit', l.unit,
        'quantity', p.quantity, 'kind', p.kind) order by p.position)
      from problem_line p join order_line l using (order_id, position) where p.report_id = r.id) as lines`;
}

function staffOrderColumns() {
  return sql`
    ${problemColumns()}, o.id as order_id, o.order_number, o.total_paise, o.delivered_at,
    coalesce(o.delivery_address ->> 'name', a.name) as shopper_name,
    coalesce(nullif(a.mobile, ''), o.delivery_address ->> 'mobile', '') as shopper_mobile,
    (select name from account where id = r.decided_by) as decided_by_name`;
}

function fromProblems() {
  return sql`
    from problem_report r join customer_order o on o.id = r.order_id join account a on a.id = o.user_id`;
}

/** Oldest first. */
export function selectProblemsOf(db: Queryable, orderId: string): Promise<ProblemRow[]> {
  return db.query<ProblemRow>(sql`
    select ${problemColumns()} from problem_report r where r.order_id = ${orderId} order by r.reported_at, r.id`);
}

/** Of all orders of an account, oldest first. */
export function selectProblemsOfAccount(
  db: Queryable,
  userId: string,
): Promise<(ProblemRow & { order_id: string })[]> {
  return db.query<ProblemRow & { order_id: string }>(sql`
    select ${problemColumns()}, r.order_id from problem_report r join customer_order o on o.id = r.order_id
    where o.user_id = ${userId} order by r.reported_at, r.id`);
}

interface Slice {
  isOpen: boolean;
  limit: number;
  offset: number;
}

export function selectProblems(db: Queryable, { isOpen, limit, offset }: Slice): Promise<StaffProblemRow[]> {
  const part = isOpen
    ? sql`where r.decided_at is null order by r.reported_at, r.id`
    : sql`order by r.reported_at desc, r.id desc`;
  return db.query<StaffProblemRow>(
    sql`select ${staffOrderColumns()} ${fromProblems()} ${part} limit ${limit} offset ${offset}`,
  );
}

export async function countProblems(db: Queryable, { isOpen }: Pick<Slice, 'isOpen'>): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from problem_report r where ${isOpen ? sql`r.decided_at is null` : sql`true`}`);
  return row.count;
}

export async function selectProblem(db: Queryable, id: string): Promise<StaffProblemRow | null> {
  const [row] = await db.query<StaffProblemRow>(
    sql`select ${staffOrderColumns()} ${fromProblems()} where r.id = ${id}`,
  );
  return row ?? null;
}

interface NewProblem {
  id: string;
  orderId: string;
  note: string;
  at: Date;
  lines: readonly { position: number; quantity: number; kind: ProblemKind }[];
  photo: Buffer | null;
}

/** Fails with a violation of `open_problem_of_order` when a problem of the order is open. */
export async function insertProblem(db: Queryable, problem: NewProblem): Promise<void> {
  const { id, orderId, note, at, lines, photo } = problem;
  await db.query(sql`
    insert into problem_report (id, order_id, note, reported_at) values (${id}, ${orderId}, ${note}, ${at})`);
  await db.query(sql`
    insert into problem_line (report_id, order_id, position, quantity, kind)
    select ${id}, ${orderId}, position, quantity, kind
    from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) as line (position integer, quantity integer, kind text)`);
  if (photo !== null)
    await db.query(sql`insert into problem_photo (report_id, content) values (${id}, ${photo})`);
}

interface Decision {
  id: string;
  orderId: string;
  userId: string;
  at: Date;
  message: string;
  refundedPaise: number;
  to: 'SOURCE' | 'CREDIT' | null;
}

/** False if the problem is decided already, or is of another order than the given one. */
export async function decideProblem(
  db: Queryable,
  { id, orderId, userId, at, message, refundedPaise, to }: Decision,
): Promise<boolean> {
  const rows = await db.query(sql`
    update problem_report set decided_at = ${at}, decided_by = ${userId}, message = ${message},
      refunded_paise = ${refundedPaise}, refunded_to = ${to}
    where id = ${id} and decided_at is null and order_id = ${orderId}
    returning id`);
  return rows.length === 1;
}

export async function selectPhoto(
  db: Queryable,
  id: string,
): Promise<{ order_id: string; content: Buffer } | null> {
  const [row] = await db.query<{ order_id: string; content: Buffer }>(sql`
    select r.order_id, p.content from problem_photo p join problem_report r on r.id = p.report_id
    where p.report_id = ${id}`);
  return row ?? null;
}

/** Deletes what the shopper wrote and photographed about problems. */
export async function eraseProblems(db: Queryable, userId: string): Promise<void> {
  await db.query(sql`
    delete from problem_photo where report_id in (
      select r.id from problem_report r join customer_order o on o.id = r.order_id where o.user_id = ${userId})`);
  await db.query(sql`
    update problem_report r set note = '' from customer_order o where o.id = r.order_id and o.user_id = ${userId}`);
}
