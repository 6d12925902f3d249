import type { EndpointResponse } from '#contract/api.ts';
import { toLegalLines } from '#contract/base/gstin.ts';
import { alwaysOpen } from '#contract/delivery/opening-hours.ts';
import { toPageMinutes } from '#contract/delivery/promised-minutes.ts';
import { toTagline } from '#contract/store/store-identity.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import type { Context, ShopIdentity } from '#server/http/context.ts';
import { toLook, toPublicBranding } from './branding.service.ts';
import { listPublishedPages } from './page.service.ts';
import * as queries from './settings.queries.ts';
import { currentSettings, listEnabledMethods, parseStoredSettings } from './settings.service.ts';

/** The store as emails and invoices name it, by the settings of now. */
export async function readShopIdentity({
  db,
  shop,
}: {
  db: Context['db'];
  shop: Pick<Context['shop'], 'url'>;
}): Promise<ShopIdentity> {
  const { settings } = await currentSettings({ db });
  const { identity, legal, notifications } = settings;
  return {
    name: identity.name,
    url: shop.url,
    contactEmail: identity.email,
    phone: identity.phone,
    address: identity.address,
    legal: toLegalLines(legal),
    sender: { name: notifications.senderName || identity.name, address: notifications.senderAddress },
    ...toLook(settings),
  };
}

/** What pages show; the same for every visitor until the settings change. */
export async function getStoreProfile(
  context: Pick<Context, 'db' | 'payments'>,
): Promise<EndpointResponse<'getStoreProfile'>['data']> {
  const { settings } = await currentSettings(context);
  const { name, tagline, ...contact } = settings.identity;
  const branding = toPublicBranding(settings);
  const promisedMinutes = toPageMinutes(settings);
  const paymentMethods = listEnabledMethods(context, settings);
  return {
    name,
    ...(branding !== undefined && { branding }),
    contact,
    legal: toLegalLines(settings.legal),
    seller: settings.seller,
    pages: await listPublishedPages(context),
    paymentMethods,
    tagline: toTagline(tagline, promisedMinutes),
    deliveryHeader: toDeliveryHeader(settings),
    promisedMinutes,
  };
}

/** Does not depend on the time, because pages are cached. */
function toDeliveryHeader({
  deliveryArea,
  promise,
  week,
  exceptions,
  pause,
}: StoreSettings): EndpointResponse<'getStoreProfile'>['data']['deliveryHeader'] {
  if (deliveryArea.kind !== 'EVERYWHERE') return 'PLACE';
  const isAlwaysOpen =
    JSON.stringify(week) === JSON.stringify(alwaysOpen.week) && exceptions.length === 0 && pause === null;
  return isAlwaysOpen && promise.minutesPerOrder === 0 ? 'NONE' : 'TIME';
}

/** The sections whose first values come from the configuration. */
type FirstValues = Pick<StoreSettings, 'identity' | 'legal' | 'notifications'>;

/**
 * Stores the first values of identity, legal data and notifications, unless the settings have them: afterwards only
 * administrators change them. Processes that start at the same time store them once.
 */
export async function ensureFirstSettings({ db }: Pick<Context, 'db'>, first: FirstValues): Promise<void> {
  const row = await queries.selectSettings(db);
  const text = row?.settings ?? '{}';
  if ('identity' in Object(JSON.parse(text))) return;
  const settings = parseStoredSettings(text, first);
  await queries.insertSettings(db, { version: (row?.version ?? 0) + 1, settings, changedBy: null });
}
