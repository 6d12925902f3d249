import { prerender } from 'react-dom/static';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { ScriptNonce } from '#web/base/inline-scripts.ts';
import { pageContext as key } from './base/page-context.ts';

/** For the server, which must set the same object that the loaders read. */
export const pageContext = key;

/** Renders a complete page without streaming: it is cached and must work without scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  if (status === 404 && loadContext.get(pageContext).skipsMissing)
    return new Response(null, { status, headers });
  const { scriptNonce: nonce } = loadContext.get(pageContext);
  let failure: unknown;
  const { prelude } = await prerender(
    <ScriptNonce value={nonce}>
      <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
    </ScriptNonce>,
    {
      // With a limit React would move large parts to the end of the page and insert them by script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        failure ??= error;
      },
    },
  );
  if (failure !== undefined && status === 200) throw failure;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(await new Response(prelude).text(), { status, headers });
}
