import { hash, randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import {
  createRequestHandler,
  type RequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { type EndpointName, endpoints } from '#contract/api.ts';
import type { Language } from '#contract/base/languages.ts';
import { earlier } from '#contract/home/schedule.ts';
import type { Context } from '#server/http/context.ts';
import { errorEnvelope, toAppError } from '#server/http/errors.ts';
import { type ApiRoute, anonymousContext, type ResponseBody, type ResponseHook } from '#server/http/route.ts';
import type { CatalogueResponseCache } from './catalogue-response-cache.ts';

/** A read of a loader. A page depends on its reads and its URL only. */
interface PageRead {
  name: EndpointName;
  input: unknown;
  select: Select;
  /** Of the selected part of the response. */
  digest: string;
}

/** Returns the part of a response that a loader uses. */
type Select = (response: ResponseBody) => unknown;

/** Each page depends on it: header, footer and titles name the store. */
const storeProfile = {
  name: 'getStoreProfile',
  input: {},
  select: ({ data }: ResponseBody) => data,
} as const;

/** What the loaders of a page have read. */
export interface PageReads {
  reads: readonly PageRead[];
  /** The tags of all reads. */
  tags: ReadonlySet<string>;
  /** When the first of them expires; null or missing for never. */
  expiresAt?: Date | null;
  /** Called each time the page is sent. */
  responseHooks: readonly ResponseHook[];
}

export interface RenderedPage extends PageReads {
  /** Marks the scripts of this rendering. */
  scriptNonce: string;
  response: Response;
}

export interface PageRenderer {
  /** With `skipsMissing` a page with status 404 has no body, because the caller has one. */
  render(request: Request, options: { language: Language; skipsMissing: boolean }): Promise<RenderedPage>;
  /**
   * Repeats the reads of a page. Null unless all return what they returned before, so that the page would be the
   * same. Without it a category that is renamed, or a product that sells out, renders each page again that reads it.
   */
  revalidate(reads: readonly PageRead[]): Promise<PageReads | null>;
}

interface PageRendererOptions {
  /** Returns the server bundle of a language, in development the current one. */
  loadBuild: (language: Language) => Promise<ServerBuild>;
  mode: 'production' | 'development';
  context: Context;
  publicUrl: string;
  apiRoutes: readonly ApiRoute[];
  catalogueResponseCache: CatalogueResponseCache;
}

/** Renders pages for anonymous visitors; loaders read through the routes of the API. */
export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const { loadBuild, mode, publicUrl } = options;
  const { log } = options.context;
  const handlers = new WeakMap<ServerBuild, RequestHandler>();
  function toHandler(build: ServerBuild): RequestHandler {
    const handler = handlers.get(build) ?? createRequestHandler(withLog(build, log), mode);
    handlers.set(build, handler);
    return handler;
  }
  const read = createRead(options);
  return {
    async render(request, { language, skipsMissing }) {
      const page = newPageReads();
      const provider = new RouterContextProvider();
      const build = await loadBuild(language);
      const call = async (name: EndpointName, input: unknown, options: { select?: Select } = {}) =>
        (await read(page, { name, input, select: options.select ?? ((response) => response) })).selected;
      const scriptNonce = randomBytes(16).toString('base64url');
      const { selected } = await read(page, storeProfile);
      const shop = { ...Object(selected), url: publicUrl };
      provider.set(pageContextOf(build.entry.module), { shop, call, skipsMissing, scriptNonce });
      return { response: await toHandler(build)(request, provider), scriptNonce, ...page };
    },
    async revalidate(reads) {
      const page = newPageReads();
      try {
        const repeated = await Promise.all(reads.map((previous) => read(page, previous)));
        return repeated.every(({ digest }, index) => digest === reads[index]?.digest) ? page : null;
      } catch (thrown) {
        // Such as the answer of a product that was deleted: the loader turns it into a page.
        if (thrown instanceof Response) return null;
        throw thrown;
      }
    },
  };
}

function newPageReads() {
  const page: PageReads & { reads: PageRead[]; tags: Set<string>; responseHooks: ResponseHook[] } = {
    reads: [],
    tags: new Set(),
    responseHooks: [],
    expiresAt: null,
  };
  return page;
}

/** Sends rendering errors to our log; React Router would print them. */
function withLog(build: ServerBuild, log: Context['log']): ServerBuild {
  const handleError = (err: unknown, { request }: { request: Request }) => {
    // The path without the query, which holds what a shopper typed.
    if (!request.signal.aborted)
      log.error({ err, path: new URL(request.url).pathname }, 'Rendering a page failed');
  };
  return { ...build, entry: { ...build.entry, module: { ...build.entry.module, handleError } } };
}

/**
 * Reads for a page and adds the read to it. An `AppError` reaches the error page as a
 * response with its status.
 */
function createRead({ context, apiRoutes, catalogueResponseCache }: PageRendererOptions) {
  const anonymous = anonymousContext(context);
  const routes = new Map(apiRoutes.map((route) => [route.endpoint.path, route]));
  return async (page: ReturnType<typeof newPageReads>, { name, input, select }: Omit<PageRead, 'digest'>) => {
    const route = routes.get(endpoints[name].path);
    if (route?.endpoint.isCatalogueRead !== true)
      throw new Error(`A loader may only read the catalogue; ${name} does not.`);
    try {
      const { response, tags, expiresAt, onResponse } = await catalogueResponseCache.readForPage(
        route,
        anonymous,
        input,
      );
      const selected = select(response);
      const digest = hash('sha256', JSON.stringify(selected) ?? '', 'base64url');
      page.reads.push({ name, input, select, digest });
      for (const tag of tags) page.tags.add(tag);
      page.expiresAt = earlier(page.expiresAt ?? null, expiresAt ?? null);
      if (onResponse !== undefined) page.responseHooks.push(onResponse);
      return { selected, digest };
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === 'INTERNAL')
        context.log.error({ err: thrown, endpoint: name }, 'A page loader failed');
      const { status } = error;
      throw Response.json(errorEnvelope(error), { status, statusText: STATUS_CODES[status] ?? '' });
    }
  };
}

/**
 * The context key of `{ call, shop, skipsMissing, scriptNonce }`. It has to be the bundle's own object: keys are
 * compared by identity.
 */
function pageContextOf(entry: unknown): RouterContext<unknown> {
  if (
    typeof entry === 'object' &&
    entry !== null &&
    'pageContext' in entry &&
    isRouterContext(entry.pageContext)
  ) {
    return entry.pageContext;
  }
  throw new Error('The page bundle does not export pageContext from its server entry.');
}

function isRouterContext(value: unknown): value is RouterContext<unknown> {
  return typeof value === 'object' && value !== null;
}
