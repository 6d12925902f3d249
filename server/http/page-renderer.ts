import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { CallName } from '#contract/paths.ts';
import type { CatalogueShelf } from '../catalogue-reads.ts';
import type { Context } from '../context.ts';
import { anonymousContextOf } from './call-context.ts';
import { appErrorOf, errorEnvelope } from './errors.ts';
import { type KeptAnswer, readCatalogue } from './run-call.ts';
import type { Answer, NoteVisit, ServedCall } from './served-call.ts';

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
  noteVisits: readonly NoteVisit[];
}

export type RenderPage = (request: Request) => Promise<RenderedPage>;

interface PageRendererOptions {
  /** The built server bundle, or a function that gives the newest one while developing. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  context: Context;
  shop: Shop;
  servedCalls: readonly ServedCall[];
  shelf: CatalogueShelf<KeptAnswer>;
}

/** Renders pages as a visitor without an account sees them; loaders read through the same calls as the API. */
export function pageRenderer(options: PageRendererOptions): RenderPage {
  const { build, mode, shop } = options;
  const { log } = options.context;
  const handle = createRequestHandler(
    typeof build === 'function' ? async () => withLog(await build(), log) : withLog(build, log),
    mode,
  );
  return async (request) => {
    const productIds = new Set<string>();
    const noteVisits: NoteVisit[] = [];
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
  { context, servedCalls, shelf }: PageRendererOptions,
  page: { productIds: Set<string>; noteVisits: NoteVisit[] },
) {
  const anonymous = anonymousContextOf(context);
  const byName = new Map(servedCalls.map((call) => [call.name, call]));
  return async (name: CallName, input: unknown): Promise<Answer> => {
    const call = byName.get(name);
    if (call?.description.isCatalogueRead !== true) {
      throw new Error(`A page may only read the catalogue, and ${name} is not such a call.`);
    }
    try {
      const kept = await readCatalogue(call, anonymous, input, shelf);
      for (const id of kept.productIds) page.productIds.add(id);
      if (kept.noteVisit !== undefined) page.noteVisits.push(kept.noteVisit);
      return kept.answer;
    } catch (thrown) {
      const error = appErrorOf(thrown);
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
