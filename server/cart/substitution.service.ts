import sql from 'sql-template-tag';
import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import type { GuestSubstitution, Substitution, SubstitutionChoices } from '#contract/cart/substitution.ts';
import type { OwnData } from '#contract/customers/own-data.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext } from '#server/http/context.ts';

/** What the caller wants if a product is missing. */
export async function getSubstitution({ db, caller }: AuthenticatedContext): Promise<SubstitutionChoices> {
  const rows = await db.query<{
    product_id: string | null;
    choice: Substitution;
    preferred: SubstitutionChoices['products'][number]['preferred'];
  }>(sql`
    select s.product_id, s.choice, case when p.id is not null then json_build_object('_id', p.id, 'name', p.name,
      'nameHindi', p.name_hindi, 'unit', p.unit, 'image', coalesce(p.images[1], '')) end as preferred
    from substitution_choice s left join product p on p.id = s.preferred_id
    where s.user_id = ${caller.userId} and (s.product_id is null
      or exists (select from cart_line c where c.user_id = s.user_id and c.product_id = s.product_id))
    order by s.product_id`);
  return {
    choice: rows.find(({ product_id }) => product_id === null)?.choice ?? 'SIMILAR',
    products: rows.flatMap(({ product_id: productId, ...row }) =>
      productId === null ? [] : [{ productId, ...row }],
    ),
  };
}

/** Throws NOT_FOUND for a product that is not sold, CONFLICT for one that is to replace itself. */
export function setSubstitution(
  context: AuthenticatedContext,
  { productId, choice, preferredId }: ParsedInput<'setSubstitution'>,
): Promise<SubstitutionChoices> {
  return inTransaction(context, async (transaction) => {
    const { db, caller } = transaction;
    const product = productId ?? null;
    if (preferredId !== null && preferredId === product)
      throw new AppError('CONFLICT', { message: 'A product cannot replace itself.' });
    const ids = [product, preferredId].flatMap((each) => each ?? []);
    if ((await lockSold(transaction, ids)).size < ids.length)
      throw new AppError('NOT_FOUND', { message: 'This product could not be found.' });
    if (choice === null)
      await db.query(sql`
        delete from substitution_choice where user_id = ${caller.userId} and product_id = ${product}`);
    else await upsertChoices(transaction, [{ productId: product, choice, preferredId }]);
    return getSubstitution(transaction);
  });
}

/** Adds the choices of a guest, in the transaction that merges the cart. Products that are not sold are left out. */
export async function mergeSubstitution(
  transaction: Pick<AuthenticatedContext, 'db' | 'caller'>,
  { choice, products }: GuestSubstitution,
): Promise<void> {
  const sold = await lockSold(
    transaction,
    products.flatMap(({ productId, preferredId }) => [productId, preferredId ?? productId]),
  );
  // A statement may write a row only once.
  const byProduct = new Map(products.map((each) => [each.productId, each]));
  const ofProducts = [...byProduct.values()]
    .filter(({ productId }) => sold.has(productId))
    .map(({ preferredId, ...each }) => ({
      ...each,
      preferredId:
        preferredId !== null && preferredId !== each.productId && sold.has(preferredId) ? preferredId : null,
    }));
  const ofAll = choice === null ? [] : [{ productId: null, choice, preferredId: null }];
  await upsertChoices(transaction, [...ofAll, ...ofProducts]);
}

/** The products that are sold among these, held so that a deletion does not come between. */
async function lockSold(
  { db }: Pick<AuthenticatedContext, 'db'>,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select id from product where id = any (${[...ids]}::text[]) and status = 'active' order by id for key share`);
  return new Set(rows.map(({ id }) => id));
}

interface Choice {
  /** Null for all products. */
  productId: string | null;
  choice: Substitution;
  preferredId: string | null;
}

async function upsertChoices(
  { db, caller }: Pick<AuthenticatedContext, 'db' | 'caller'>,
  choices: readonly Choice[],
): Promise<void> {
  await db.query(sql`
    insert into substitution_choice (user_id, product_id, choice, preferred_id)
    select ${caller.userId}, "productId", choice, "preferredId"
    from json_to_recordset(${JSON.stringify(choices)}::text::json)
      as c ("productId" text, choice text, "preferredId" text)
    on conflict (user_id, product_id) do update set choice = excluded.choice, preferred_id = excluded.preferred_id`);
}

/** Removes the choices of an account that is being deleted, in its transaction. */
export async function deleteSubstitution(
  { db }: Pick<AuthenticatedContext, 'db'>,
  userId: string,
): Promise<void> {
  await db.query(sql`delete from substitution_choice where user_id = ${userId}`);
}

/** What an account has chosen, with the names of the products. */
export function listSubstitutions(
  { db }: Pick<AuthenticatedContext, 'db'>,
  userId: string,
): Promise<OwnData['cart']['substitutions']> {
  return db.query(sql`
    select ordered.name as product, s.choice, preferred.name as preferred
    from substitution_choice s left join product ordered on ordered.id = s.product_id
    left join product preferred on preferred.id = s.preferred_id
    where s.user_id = ${userId} order by s.product_id nulls first`);
}
