import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { type EndpointName, endpoints } from '#contract/api.ts';
import type { Context } from '../context.ts';
import type { CatalogueReader } from './catalogue-read.ts';
import { errorEnvelope, toAppError } from './errors.ts';
import { type ApiRoute, anonymousContext, type ResponseBody, type ResponseHook } from './route.ts';

/** The shop's own data for the pages. */
export interface Shop {
  name: string;
  tagline: string;
  url: string;
  contact: { email: string; facebook: string; instagram: string; linkedin: string };
}

export interface RenderedPage {
  response: Response;
  /** The tags of all reads of the loaders. */
  tags: ReadonlySet<string>;
  /** Called each time the page is sent. */
  responseHooks: readonly ResponseHook[];
}

export type RenderPage = (request: Request) => Promise<RenderedPage>;

interface PageRendererOptions {
  /** The built server bundle, or in development a function that returns the current one. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  context: Context;
  shop: Shop;
  apiRoutes: readonly ApiRoute[];
  catalogueReader: CatalogueReader;
}

/** Renders pages for anonymous visitors; loaders read through the routes of the API. */
export function createPageRenderer(options: PageRendererOptions): RenderPage {
  const { build, mode, shop } = options;
  const { log } = options.context;
  const handle = createRequestHandler(
    typeof build === 'function' ? async () => withLog(await build(), log) : withLog(build, log),
    mode,
  );
  return async (request) => {
    const tags = new Set<string>();
    const responseHooks: ResponseHook[] = [];
    const provider = new RouterContextProvider();
    const entry = typeof build === 'function' ? (await build()).entry.module : build.entry.module;
    provider.set(pageContextOf(entry), { shop, call: createCall(options, { tags, responseHooks }) });
    const response = await handle(request, provider);
    return { response, tags, responseHooks };
  };
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

/** The `call` of the loaders. An `AppError` reaches the error page as a response with its status. */
function createCall(
  { context, apiRoutes, catalogueReader }: PageRendererOptions,
  page: { tags: Set<string>; responseHooks: ResponseHook[] },
) {
  const anonymous = anonymousContext(context);
  const routes = new Map(apiRoutes.map((route) => [route.endpoint.path, route]));
  return async (name: EndpointName, input: unknown): Promise<ResponseBody> => {
    const route = routes.get(endpoints[name].path);
    if (route?.endpoint.isCatalogueRead !== true)
      throw new Error(`A loader may only read the catalogue; ${name} does not.`);
    try {
      const { response, tags, onResponse } = await catalogueReader.readForPage(route, anonymous, input);
      for (const tag of tags) page.tags.add(tag);
      if (onResponse !== undefined) page.responseHooks.push(onResponse);
      return response;
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === 'INTERNAL')
        context.log.error({ err: thrown, endpoint: name }, 'A page loader failed');
      throw Response.json(errorEnvelope(error), { status: error.status });
    }
  };
}

/** The context key of `{ call, shop }`. It has to be the bundle's own object: keys are compared by identity. */
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
