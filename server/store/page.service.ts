import sql from 'sql-template-tag';
import type { EndpointResponse, ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { listPlaceholders, type PlaceholderValues, parsePageText } from '#contract/store/page-text.ts';
import { type StorePageName, storePageNames, storePageTitles } from '#contract/store/store-page-names.ts';
import type { StorePageVersion } from '#contract/store/store-pages.ts';
import type { Queryable } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';
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
  const ofStore = { name, legalName, address, website, email, phone, gstin, fssai };
  const ofOfficer = { officerName, officerDesignation, officerEmail, officerPhone };
  return new Map(Object.entries({ ...ofStore, ...ofOfficer }));
}

async function readPage({ db }: Pick<Context, 'db'>, page: StorePageName): Promise<StorePageVersion> {
  const [newest] = await selectVersions(db, page, 1);
  return newest ?? emptyPage(page);
}

function emptyPage(page: StorePageName): StorePageVersion {
  return { page, version: 0, english: '', hindi: '', isPublished: false, changedAt: null, changedBy: '' };
}

/** The published pages, in the order of the footer. */
export async function listPublishedPages({ db }: Pick<Context, 'db'>): Promise<StorePageName[]> {
  const saved = await selectPages(db);
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
  const saved = await selectPages(context.db);
  return {
    pages: storePageNames.map((name) => saved.find(({ page }) => page === name) ?? emptyPage(name)),
    placeholders: Object.fromEntries(await readPlaceholders(context)),
  };
}

/** The last versions, newest first. */
export function listPageVersions({ db }: Context, page: StorePageName): Promise<StorePageVersion[]> {
  return selectVersions(db, page, maximumVersions);
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
    const isSaved = await insertVersion(transaction.db, {
      page,
      english,
      hindi,
      isPublished,
      version: version + 1,
      changedBy: context.caller.userId,
      changedAt: context.now(),
    });
    if (!isSaved) throw new AppError('CHANGED_MEANWHILE');
    const after = await readPage(transaction, page);
    await recordChanges(transaction, [
      {
        kind: 'settings',
        thingId: page,
        thingName: storePageTitles[page],
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

interface VersionRow extends Omit<StorePageVersion, 'changedAt'> {
  changedAt: Date;
}

const toVersion = ({ changedAt, ...row }: VersionRow): StorePageVersion => ({
  ...row,
  changedAt: changedAt.toISOString(),
});

const versions = sql`
  select page, version, english, hindi, is_published as "isPublished", changed_at as "changedAt", a.name as "changedBy"
  from page_version join account a on a.id = changed_by`;

/** The newest version of each page that was ever saved. */
async function selectPages(db: Queryable): Promise<StorePageVersion[]> {
  const rows = await db.query<VersionRow>(sql`
    select distinct on (page) * from (${versions}) version order by page, version desc`);
  return rows.map(toVersion);
}

/** The last versions of a page, newest first. */
async function selectVersions(
  db: Queryable,
  page: StorePageName,
  limit: number,
): Promise<StorePageVersion[]> {
  const rows = await db.query<VersionRow>(sql`
    ${versions} where page = ${page} order by version desc limit ${limit}`);
  return rows.map(toVersion);
}

interface NewVersion {
  page: StorePageName;
  version: number;
  english: string;
  hindi: string;
  isPublished: boolean;
  changedBy: string;
  changedAt: Date;
}

/** Returns false unless `version` is the next one: another administrator was faster. */
async function insertVersion(db: Queryable, version: NewVersion): Promise<boolean> {
  const rows = await db.query(sql`
    insert into page_version (page, version, english, hindi, is_published, changed_by, changed_at)
    select ${version.page}, ${version.version}, ${version.english}, ${version.hindi}, ${version.isPublished},
      ${version.changedBy}, ${version.changedAt}::timestamptz
    where ${version.version} = (select coalesce(max(version), 0) + 1 from page_version where page = ${version.page})
    on conflict do nothing
    returning page`);
  return rows.length > 0;
}
