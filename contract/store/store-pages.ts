import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { moment, prose, response } from '#contract/base/fields.ts';
import { storePageNames } from './store-page-names.ts';

export const storePageName = z.enum(storePageNames, 'There is no such page.');

const textRun = z.object({
  text: z.string(),
  isStrong: z.boolean(),
  isEmphasis: z.boolean(),
  href: z.string().nullable(),
});

/** A part of a page as `parsePageText` returns it. */
const textBlock = z
  .object({
    kind: z.enum(['heading', 'subheading', 'paragraph', 'bullets', 'numbers']),
    items: z.array(z.array(textRun)),
  })
  .meta({ id: 'TextBlock' });

/** Markdown with placeholders, see `parsePageText`. */
const pageText = prose(20_000);

const pageVersion = z
  .object({
    page: storePageName,
    /** Counts changes; 0 before the first. */
    version: z.number().int(),
    english: z.string(),
    hindi: z.string(),
    isPublished: z.boolean(),
    changedAt: moment.nullable(),
    /** The name of the account, empty before the first change. */
    changedBy: z.string(),
  })
  .meta({ id: 'StorePageVersion' });
export type StorePageVersion = z.output<typeof pageVersion>;

export const getStorePage = defineEndpoint({
  method: 'GET',
  path: '/api/page/get',
  summary:
    'Returns a published page. A text in only one language stands for both; NOT_FOUND while the page is not published.',
  audience: 'anyone',
  isCatalogueRead: true,
  errors: ['NOT_FOUND'],
  input: z.object({ page: storePageName }),
  output: response(
    z.object({
      page: storePageName,
      english: z.array(textBlock),
      hindi: z.array(textBlock),
      changedAt: moment.nullable(),
    }),
  ),
});

export const listStorePages = defineEndpoint({
  method: 'GET',
  path: '/api/page/list',
  summary: 'Returns the newest version of each page, and the values of the placeholders.',
  audience: 'staff',
  permissions: ['settings'],
  input: z.object({}),
  output: response(z.object({ pages: z.array(pageVersion), placeholders: z.record(z.string(), z.string()) })),
});

export const listPageVersions = defineEndpoint({
  method: 'GET',
  path: '/api/page/versions',
  summary: 'Returns the last 50 versions of a page, newest first.',
  audience: 'staff',
  permissions: ['settings'],
  input: z.object({ page: storePageName }),
  output: response(z.array(pageVersion)),
});

export const updateStorePage = defineEndpoint({
  method: 'PUT',
  path: '/api/page/update',
  summary:
    'Saves a new version of a page. `version` is the one that was read: CHANGED_MEANWHILE if there is a newer one. A published page needs a text, and a value for each of its placeholders.',
  audience: 'staff',
  permissions: ['settings'],
  errors: ['CHANGED_MEANWHILE'],
  input: z.strictObject({
    page: storePageName,
    version: z.int().min(0).max(2_000_000_000),
    english: pageText,
    hindi: pageText,
    isPublished: z.boolean(),
  }),
  output: response(pageVersion),
});
