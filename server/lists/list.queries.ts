import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import type * as schema from '#server/database/row-types.ts';

/**
 * Makes changes of the lists and the wishlist of an account take turns until the transaction ends, so that limits
 * hold.
 */
export async function lockLists(db: Queryable, userId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`lists ${userId}`}, 0))`);
}

/** A list with the number of its lines and its first images. */
export type ListRow = schema.ShoppingList & { line_count: number; images: string[] };

function listColumns() {
  return sql`
    l.*, (select count(*)::integer from shopping_list_line where list_id = l.id) as line_count,
    array(
      select p.images[1] from shopping_list_line line
      join product p on p.id = line.product_id and p.status = 'active'
      where line.list_id = l.id and p.images[1] is not null order by line.position limit 4
    ) as images`;
}

/** The last changed first. */
export function selectLists(db: Queryable, userId: string): Promise<ListRow[]> {
  return db.query<ListRow>(sql`
    select ${listColumns()} from shopping_list l where l.user_id = ${userId} order by l.updated_at desc, l.id desc`);
}

export async function findList(db: Queryable, userId: string, id: string): Promise<ListRow | null> {
  const [row] = await db.query<ListRow>(sql`
    select ${listColumns()} from shopping_list l where l.id = ${id} and l.user_id = ${userId}`);
  return row ?? null;
}

/** The id of the list of that name, ignoring case. */
export async function findListByName(db: Queryable, userId: string, name: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from shopping_list where user_id = ${userId} and lower(name) = lower(${name})`);
  return row?.id ?? null;
}

export async function countLists(db: Queryable, userId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from shopping_list where user_id = ${userId}`);
  return count;
}

interface ListChange {
  id: string;
  userId: string;
  name: string;
  now: Date;
}

export async function insertList(db: Queryable, { id, userId, name, now }: ListChange): Promise<void> {
  await db.query(sql`
    insert into shopping_list (id, user_id, name, created_at, updated_at)
    values (${id}, ${userId}, ${name}, ${now}, ${now})`);
}

/** Returns whether the list existed. */
export async function updateName(db: Queryable, { id, userId, name, now }: ListChange): Promise<boolean> {
  const rows = await db.query(sql`
    update shopping_list set name = ${name}, updated_at = ${now} where id = ${id} and user_id = ${userId} returning id`);
  return rows.length === 1;
}

/** Gives a list the lines of the cart, and returns how many they are. */
export async function replaceLinesByCart(
  db: Queryable,
  { id, userId, now }: Omit<ListChange, 'name'>,
): Promise<number> {
  await db.query(sql`
    update shopping_list set updated_at = ${now} where id = ${id} and user_id = ${userId}`);
  await db.query(sql`delete from shopping_list_line where list_id = ${id}`);
  const rows = await db.query(sql`
    insert into shopping_list_line (id, list_id, position, product_id, name, name_hindi, unit, quantity)
    select ${newId()} || to_char(position, 'FM000'), ${id}, position, product_id, name, name_hindi, unit, quantity
    from (
      select row_number() over (order by c.created_at, c.id) - 1 as position, p.id as product_id, p.name, p.name_hindi,
        p.unit, c.quantity
      from cart_line c join product p on p.id = c.product_id
      where c.user_id = ${userId}
    ) as line
    returning id`);
  return rows.length;
}

/** Returns whether the list existed. */
export async function deleteList(db: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    delete from shopping_list where id = ${id} and user_id = ${userId} returning id`);
  return rows.length === 1;
}

/** Returns whether the line existed. */
export async function deleteLine(db: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    delete from shopping_list_line line using shopping_list l
    where line.id = ${id} and l.id = line.list_id and l.user_id = ${userId}
    returning line.id`);
  return rows.length === 1;
}

/** A line with the present stock, which is null when the product was deleted or is not active. */
export type LineRow = schema.ShoppingListLine & { stock: number | null };

export function selectLines(db: Queryable, userId: string, id: string): Promise<LineRow[]> {
  return db.query<LineRow>(sql`
    select line.*, s.pieces as stock
    from shopping_list l
    join shopping_list_line line on line.list_id = l.id
    left join product p on p.id = line.product_id and p.status = 'active'
    left join product_stock s on s.product_id = p.id
    where l.id = ${id} and l.user_id = ${userId}
    order by line.position`);
}

export function selectAllLines(db: Queryable, userId: string): Promise<schema.ShoppingListLine[]> {
  return db.query<schema.ShoppingListLine>(sql`
    select line.* from shopping_list l join shopping_list_line line on line.list_id = l.id
    where l.user_id = ${userId} order by line.list_id, line.position`);
}

type WishRow = Pick<schema.WishlistItem, 'product_id' | 'created_at'> & Pick<schema.Product, 'name'>;

/** Active products of the wishlist, the last added first. */
export function selectWishes(db: Queryable, userId: string): Promise<WishRow[]> {
  return db.query<WishRow>(sql`
    select w.product_id, w.created_at, p.name
    from wishlist_item w join product p on p.id = w.product_id and p.status = 'active'
    where w.user_id = ${userId} order by w.created_at desc, w.product_id`);
}

export async function deleteWishes(
  db: Queryable,
  userId: string,
  productIds: readonly string[],
): Promise<void> {
  await db.query(sql`
    delete from wishlist_item where user_id = ${userId} and product_id = any (${[...productIds]}::text[])`);
}

interface NewWishes {
  userId: string;
  /** The first one is the one that was added last. */
  productIds: readonly string[];
  maximum: number;
  now: Date;
}

/** Adds active products that the wishlist does not have, until it has `maximum`. */
export async function insertWishes(
  db: Queryable,
  { userId, productIds, maximum, now }: NewWishes,
): Promise<void> {
  await db.query(sql`
    insert into wishlist_item (user_id, product_id, created_at)
    select ${userId}, id, ${now}::timestamptz - position * interval '1 millisecond'
    from (
      select p.id, min(added.position) as position
      from unnest(${[...productIds]}::text[]) with ordinality as added (product_id, position)
      join product p on p.id = added.product_id and p.status = 'active'
      where not exists (select from wishlist_item w where w.user_id = ${userId} and w.product_id = p.id)
      group by p.id
      order by position
      limit greatest(0, ${maximum} - (select count(*) from wishlist_item where user_id = ${userId}))
    ) as new_product
    on conflict do nothing`);
}

export async function deleteAll(db: Queryable, userId: string): Promise<void> {
  await db.query(sql`delete from shopping_list where user_id = ${userId}`);
  await db.query(sql`delete from wishlist_item where user_id = ${userId}`);
}
