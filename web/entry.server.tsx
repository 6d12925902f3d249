import { prerender } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';
import { pageContext as key } from './page-context.ts';

/** For the host, which has to set the very object that the loaders read. */
export const pageContext = key;

/** Renders a page whole, with everything awaited in its place, because it is kept and must work without scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
): Promise<Response> {
  let failure: unknown;
  const { prelude } = await prerender(<ServerRouter context={entryContext} url={request.url} />, {
    // Without a limit React would move large finished parts to the end and fetch them back with a script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      failure ??= error;
    },
  });
  if (failure !== undefined && status === 200) throw failure;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(prelude, { status, headers });
}
