import type { EndpointResponse, ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { listPlaceholders, type PlaceholderValues, parsePageText } from '#contract/store/page-text.ts';
import { type StorePageName, storePageNames } from '#contract/store/store-page-names.ts';
import type { StorePageVersion } from '#contract/store/store-pages.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';
import * as queries from './page.queries.ts';
import { currentSettings } from './settings.service.ts';

const maximumVersions = 50;

async function readPlaceholders(context: Pick<Context, 'db' | 'shop'>): Promise<PlaceholderValues> {
  const { settings } = await currentSettings(context);
  const { identity, legal, seller } = settings;
  const { name, address, email, phone } = identity;
  const { officerName, officerDesignation, officerEmail, officerPhone } = seller;
  const website = context.shop.url;
  const legalName = seller.legalName || name;
  const { gstin, fssai } = legal;
  return new Map(
    Object.entries({
      ...{ name, legalName, address, website, email, phone, gstin, fssai },
      ...{ officerName, officerDesignation, officerEmail, officerPhone },
    }),
  );
}

async function readPage({ db }: Pick<Context, 'db'>, page: StorePageName): Promise<StorePageVersion> {
  const [newest] = await queries.selectVersions(db, page, 1);
  return newest ?? emptyPage(page);
}

function emptyPage(page: StorePageName): StorePageVersion {
  return { page, version: 0, english: '', hindi: '', isPublished: false, changedAt: null, changedBy: '' };
}

/** The published pages, in the order of the footer. */
export async function listPublishedPages({ db }: Pick<Context, 'db'>): Promise<StorePageName[]> {
  const saved = await queries.selectPages(db);
  return storePageNames.filter((name) => saved.some(({ page, isPublished }) => page === name && isPublished));
}

/** Throws NOT_FOUND while the page is not published. */
export async function getStorePage(
  context: Pick<Context, 'db' | 'shop'>,
  name: StorePageName,
): Promise<EndpointResponse<'getStorePage'>['data']> {
  const { english, hindi, isPublished, changedAt } = await readPage(context, name);
  if (!isPublished) throw new AppError('NOT_FOUND');
  const values = await readPlaceholders(context);
  return {
    page: name,
    english: parsePageText(english || hindi, values),
    hindi: parsePageText(hindi || english, values),
    changedAt,
  };
}

export async function listStorePages(context: Context): Promise<EndpointResponse<'listStorePages'>['data']> {
  const saved = await queries.selectPages(context.db);
  return {
    pages: storePageNames.map((name) => saved.find(({ page }) => page === name) ?? emptyPage(name)),
    placeholders: Object.fromEntries(await readPlaceholders(context)),
  };
}

/** The last versions, newest first. */
export function listPageVersions({ db }: Context, page: StorePageName): Promise<StorePageVersion[]> {
  return queries.selectVersions(db, page, maximumVersions);
}

/**
 * Throws CHANGED_MEANWHILE if `version` is not the present one, and INVALID_INPUT for a text that cannot be parsed. A
 * page is published only with a text, and with a value for each of its placeholders.
 */
export async function updateStorePage(
  context: AuthenticatedContext,
  input: ParsedInput<'updateStorePage'>,
): Promise<StorePageVersion> {
  const { page, version, english, hindi, isPublished } = input;
  const values = await readPlaceholders(context);
  const issues = [
    ...(isPublished && english === '' && hindi === ''
      ? [{ path: 'english', message: 'Write a text before you publish the page.' }]
      : []),
    ...findTextIssues('english', english, isPublished, values),
    ...findTextIssues('hindi', hindi, isPublished, values),
  ];
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues });
  return inTransaction(context, async (transaction) => {
    const before = await readPage(transaction, page);
    if (before.version !== version) throw new AppError('CHANGED_MEANWHILE');
    const isSaved = await queries.insertVersion(transaction.db, {
      ...{ page, english, hindi, isPublished, version: version + 1 },
      ...{ changedBy: context.caller.userId, changedAt: context.now() },
    });
    if (!isSaved) throw new AppError('CHANGED_MEANWHILE');
    const after = await readPage(transaction, page);
    await recordChanges(transaction, [
      {
        kind: 'settings',
        thingId: page,
        thingName: `Page: ${page}`,
        action: 'updated',
        before: toRecorded(before),
        after: toRecorded(after),
      },
    ]);
    return after;
  });
}

const toRecorded = ({ english, hindi, isPublished }: StorePageVersion) => ({ english, hindi, isPublished });

function findTextIssues(path: string, text: string, isPublished: boolean, values: PlaceholderValues) {
  try {
    parsePageText(text, values);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    return [{ path, message: 'This is nested too deeply.' }];
  }
  if (!isPublished) return [];
  return listPlaceholders(text).flatMap((name) => {
    const value = values.get(name);
    if (value === undefined) return [{ path, message: `There is no placeholder {${name}}.` }];
    return value === ''
      ? [{ path, message: `Settings have no value for {${name}}. Enter it, or remove {${name}}.` }]
      : [];
  });
}
