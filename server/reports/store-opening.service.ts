import { isDeepStrictEqual } from 'node:util';
import sql from 'sql-template-tag';
import { alwaysOpen, toOpeningStatus } from '#contract/delivery/opening-hours.ts';
import {
  isAcceptableGap,
  type OpeningGap,
  type OpeningStep,
  openingSteps,
} from '#contract/store/opening-steps.ts';
import type { StoreOpening } from '#contract/store/store-opening.ts';
import { initialStoreSettings, type StoreSettings } from '#contract/store/store-settings.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { Context } from '#server/http/context.ts';
import { listActiveStaff } from '#server/identity/account.service.ts';
import { getOpening } from '#server/store/opening.service.ts';
import { listPublishedPages } from '#server/store/page.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';

/**
 * Since when the store is open: an administrator opened it, or the first order of a customer was delivered. Null
 * before that.
 */
export async function findOpenSince({ db }: Pick<Context, 'db'>): Promise<Date | null> {
  const { went_live_at } = await getOpening({ db });
  return went_live_at ?? selectFirstCustomerDelivery(db);
}

/** The steps by which an owner opens the store: each follows from what is stored, or from a confirmation. */
export async function getStoreOpening(
  context: Pick<Context, 'db' | 'payments' | 'now'>,
): Promise<StoreOpening> {
  const { db } = context;
  const opening = await getOpening(context);
  const openSince = await findOpenSince(context);
  const counts = await selectOpeningCounts(db);
  const { settings } = await currentSettings(context);
  const facts: Facts = {
    settings,
    isOpenNow: toOpeningStatus(settings, context.now()).isOpen,
    provider: context.payments.name,
    counts,
    adminCount: (await listActiveStaff(context, 'settings')).length,
    publishedPages: await listPublishedPages(context),
    hasBackup: opening.last_backup_at !== null,
    isLive: openSince !== null,
  };
  const confirmed = new Set(opening.confirmed_steps);
  return {
    steps: openingSteps.map((step) => {
      const isConfirmed = confirmed.has(step);
      const gaps = findGaps[step](facts).filter((gap) => !isConfirmed || !isAcceptableGap(gap));
      return { step, gaps, isConfirmed };
    }),
    wentLiveAt: openSince?.toISOString() ?? null,
    listHiddenAt: opening.list_hidden_at?.toISOString() ?? null,
    lastBackupAt: opening.last_backup_at?.toISOString() ?? null,
    demoProducts: counts.demo_products,
    ownProducts: counts.own_products,
  };
}

interface Facts {
  settings: StoreSettings;
  provider: Context['payments']['name'];
  counts: OpeningCountsRow;
  adminCount: number;
  publishedPages: readonly string[];
  hasBackup: boolean;
  isLive: boolean;
  /** Within the opening hours, and not paused. */
  isOpenNow: boolean;
}

const { identity: initialIdentity } = initialStoreSettings;

/** What each step lacks. */
const findGaps: Record<OpeningStep, (facts: Facts) => OpeningGap[]> = {
  name: ({ settings: { identity, branding } }) =>
    list([
      [identity.name === initialIdentity.name, 'NAME'],
      [identity.phone === '' || identity.email === initialIdentity.email, 'CONTACT'],
      [!branding?.logo, 'LOGO'],
    ]),
  address: ({ settings: { identity, legal } }) =>
    list([
      [identity.address === '', 'ADDRESS'],
      [legal.gstin === '', 'GSTIN'],
      [legal.fssai === '', 'FSSAI'],
    ]),
  hours: ({ settings: { week } }) => list([[isDeepStrictEqual(week, alwaysOpen.week), 'HOURS']]),
  area: ({ settings: { deliveryArea, charges } }) =>
    list([
      [isDeepStrictEqual(deliveryArea, initialStoreSettings.deliveryArea), 'AREA'],
      [isDeepStrictEqual(charges, initialStoreSettings.charges), 'CHARGES'],
    ]),
  payment: ({ settings: { paymentMethods, upi }, provider }) =>
    list([
      [paymentMethods.card && provider === 'sandbox', 'TEST_CARDS'],
      [upi === null, 'UPI'],
    ]),
  products: ({ counts: { has_categories, own_products, pictured_products, demo_products } }) =>
    list([
      [!has_categories, 'CATEGORIES'],
      [own_products === 0, 'PRODUCTS'],
      [own_products > 0 && pictured_products === 0, 'PICTURES'],
      [demo_products > 0, 'DEMO'],
    ]),
  staff: ({ adminCount }) => list([[adminCount < 2, 'STAFF']]),
  testOrder: ({ counts: { has_order, has_delivery }, isOpenNow }) =>
    list([
      [!has_order, 'ORDER'],
      [!has_order && !isOpenNow, 'CLOSED'],
      [has_order && !has_delivery, 'DELIVERY'],
    ]),
  policies: ({ publishedPages, settings: { seller } }) =>
    list([
      [!publishedPages.includes('terms'), 'TERMS'],
      [!publishedPages.includes('privacy'), 'PRIVACY'],
      [!publishedPages.includes('refunds'), 'REFUNDS'],
      [seller.officerName === '', 'OFFICER'],
    ]),
  backup: ({ hasBackup }) => list([[!hasBackup, 'BACKUP']]),
  live: ({ isLive }) => list([[!isLive, 'LIVE']]),
};

function list(gaps: readonly (readonly [isMissing: boolean, gap: OpeningGap])[]): OpeningGap[] {
  return gaps.filter(([isMissing]) => isMissing).map(([, gap]) => gap);
}

interface OpeningCountsRow {
  /** Categories that have a sub category: a product needs both. */
  has_categories: boolean;
  demo_products: number;
  /** Active ones that are not of the demo catalogue, and those of them with a picture. */
  own_products: number;
  pictured_products: number;
  /** Not cancelled. */
  has_order: boolean;
  has_delivery: boolean;
}

function selectOpeningCounts(db: Queryable): Promise<OpeningCountsRow> {
  return db.one<OpeningCountsRow>(sql`
    select exists (select from sub_category_category) as has_categories,
      count(*) filter (where is_demo) as demo_products,
      count(*) filter (where not is_demo and status = 'active') as own_products,
      count(*) filter (where not is_demo and status = 'active' and images <> '{}') as pictured_products,
      exists (select from customer_order where status <> 'CANCELLED') as has_order,
      exists (select from customer_order where status = 'DELIVERED') as has_delivery
    from product`);
}

/** When the first order of a customer was delivered: those of the staff are tests. Null if none is. */
async function selectFirstCustomerDelivery(db: Queryable): Promise<Date | null> {
  const [row] = await db.query<{ delivered_at: Date }>(sql`
    select delivered_at from customer_order o
    where delivered_at is not null and o.status = 'DELIVERED' and not exists (select from staff_role where account_id = o.user_id)
    order by delivered_at limit 1`);
  return row?.delivered_at ?? null;
}
