import type { FastifyInstance } from 'fastify';
import { endpointOf } from '#contract/paths.ts';
import type { CatalogueShelf } from '../catalogue-reads.ts';
import type { Context } from '../context.ts';
import { anonymousContextOf, callContextOf } from './call-context.ts';
import { envelope, type KeptAnswer, readCatalogue } from './run-call.ts';
import type { ServedCall } from './served-call.ts';
import { registerUploads } from './upload.ts';

/**
 * Puts every call on its method and path. GET takes its input from the query, an upload from a form, the others
 * from a JSON body.
 */
export function registerCalls(
  app: FastifyInstance,
  context: Context,
  servedCalls: readonly ServedCall[],
  shelf: CatalogueShelf<KeptAnswer>,
): void {
  acceptEmptyJson(app);
  const anonymous = anonymousContextOf(context);
  for (const call of servedCalls) {
    if (call.description.upload !== undefined) continue;
    const { method, path } = endpointOf(call.name);
    const { bodyBytes } = call.description;
    app.route({
      method,
      url: path,
      ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
      async handler(request, reply) {
        const input = method === 'GET' ? request.query : request.body;
        if (call.description.isCatalogueRead) {
          const { body, noteVisit } = await readCatalogue(call, anonymous, input, shelf);
          noteVisit?.(request.ip);
          return reply.headers(catalogueHeaders).send(body);
        }
        const { status, answer } = await call.run(await callContextOf(context, request), input);
        return reply.code(status).header('Cache-Control', 'no-store').send(envelope(answer));
      },
    });
  }
  registerUploads(app, context, servedCalls);
}

const catalogueHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };

// Many clients always name JSON as what they send; for a call without input they then send nothing.
function acceptEmptyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  });
}
