import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { EndpointName } from '#contract/endpoints.ts';
import type { TaggedCache } from '#server/features/catalogue/cache/catalogue-cache.ts';
import type { Context } from '../context.ts';
import { errorEnvelope, toAppError } from './errors.ts';
import {
  type ApiRoute,
  anonymousContext,
  type CachedResponse,
  type OnServed,
  type ResponseBody,
  runCatalogueRead,
} from './route.ts';

/** What the pages know of the shop itself. */
export interface Shop {
  name: string;
  tagline: string;
  url: string;
  contact: { email: string; facebook: string; instagram: string; linkedin: string };
}

/** A rendered page, the products that its loaders read, and whom to tell of each visit of it. */
export interface RenderedPage {
  response: Response;
  productIds: ReadonlySet<string>;
  noteVisits: readonly OnServed[];
}

export type RenderPage = (request: Request) => Promise<RenderedPage>;

interface PageRendererOptions {
  /** The built server bundle, or a function that gives the newest one while developing. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  context: Context;
  shop: Shop;
  apiRoutes: readonly ApiRoute[];
  shelf: TaggedCache<CachedResponse>;
}

/** Renders pages as a visitor without an account sees them; loaders read through the same calls as the API. */
export function createPageRenderer(options: PageRendererOptions): RenderPage {
  const { build, mode, shop } = options;
  const { log } = options.context;
  const handle = createRequestHandler(
    typeof build === 'function' ? async () => withLog(await build(), log) : withLog(build, log),
    mode,
  );
  return async (request) => {
    const productIds = new Set<string>();
    const noteVisits: OnServed[] = [];
    const provider = new RouterContextProvider();
    const entry = typeof build === 'function' ? (await build()).entry.module : build.entry.module;
    provider.set(pageContextOf(entry), { shop, call: pageCall(options, { productIds, noteVisits }) });
    const response = await handle(request, provider);
    return { response, productIds, noteVisits };
  };
}

/** The bundle with its failures in our log; by itself the router would print them. */
function withLog(build: ServerBuild, log: Context['log']): ServerBuild {
  const handleError = (err: unknown, { request }: { request: Request }) => {
    // The path, not the query: it holds what a shopper typed.
    if (!request.signal.aborted)
      log.error({ err, path: new URL(request.url).pathname }, 'A page could not be rendered');
  };
  return { ...build, entry: { ...build.entry, module: { ...build.entry.module, handleError } } };
}

/** The loaders' way to a call. A broken rule reaches the error page as a response with its status. */
function pageCall(
  { context, apiRoutes, shelf }: PageRendererOptions,
  page: { productIds: Set<string>; noteVisits: OnServed[] },
) {
  const anonymous = anonymousContext(context);
  const byName = new Map(apiRoutes.map((call) => [call.name, call]));
  return async (name: EndpointName, input: unknown): Promise<ResponseBody> => {
    const call = byName.get(name);
    if (call?.description.isCatalogueRead !== true) {
      throw new Error(`A page may only read the catalogue, and ${name} is not such a call.`);
    }
    try {
      const kept = await runCatalogueRead(call, anonymous, input, shelf);
      for (const id of kept.productIds) page.productIds.add(id);
      if (kept.noteVisit !== undefined) page.noteVisits.push(kept.noteVisit);
      return kept.answer;
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === 'INTERNAL')
        context.log.error({ err: thrown, call: name }, 'A page could not be read');
      throw Response.json(errorEnvelope(error), { status: error.status });
    }
  };
}

/** The key under which loaders find `{ call, shop }`: the bundle's own object, or it would be another key. */
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
