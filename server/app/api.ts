import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import { maximumUploadBytes } from '#contract/images/image.ts';
import { concurrencyLimit } from '#server/base/concurrency-limit.ts';
import type { Context } from '#server/http/context.ts';
import { type ApiRoute, anonymousContext, createRequestContext, toSuccessBody } from '#server/http/route.ts';
import type { CachedBody, CatalogueResponseCache } from './catalogue-response-cache.ts';

const catalogueHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };
/** Of an answer that may be outdated, because the database is away (RFC 7234, section 5.5.1). */
export const lastKnownHeaders = { 'cache-control': 'no-store', warning: '110 - "Response is Stale"' };

/** Registers the routes of the API. GET takes its input from the query, uploads from a form, the rest from JSON. */
export function registerApiRoutes(
  app: FastifyInstance,
  context: Context,
  routes: readonly ApiRoute[],
  catalogueResponseCache: CatalogueResponseCache,
): void {
  acceptEmptyJson(app);
  const anonymous = anonymousContext(context);
  for (const route of routes) {
    const { method, path: url, bodyBytes, isCatalogueRead, upload } = route.endpoint;
    if (upload !== undefined) continue;
    const inputOf =
      method === 'GET' ? ({ query }: FastifyRequest) => query : ({ body }: FastifyRequest) => body;
    app.route({
      method,
      url,
      ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
      handler: isCatalogueRead
        ? (request, reply) => {
            const send = ({ body, onResponse, isLastKnown }: CachedBody) => {
              onResponse?.(request.ip);
              void reply.headers(catalogueHeaders);
              if (isLastKnown) void reply.headers(lastKnownHeaders);
              void reply.send(body);
            };
            const read = catalogueResponseCache.readForApi(route, anonymous, inputOf(request), request.ip);
            return read instanceof Promise ? read.then(send) : send(read);
          }
        : async (request, reply) => {
            const requestContext = await createRequestContext(context, request);
            const { status, response } = await route.handle(requestContext, inputOf(request));
            return reply.code(status).header('Cache-Control', 'no-store').send(toSuccessBody(response));
          },
    });
  }
  registerUploadRoutes(app, context, routes);
}

// Many clients send a JSON content type with an empty body to endpoints without input.
function acceptEmptyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  });
}

// Up to 12 images of 5 MB are in memory at once; the others wait, having sent no more than the network buffers, and
// are rejected before their request would time out. Shoppers and staff have separate limits, because anyone can open an
// account and send slowly, which must not block staff.
const images = { concurrency: 12, maximumQueued: 36 };
// A large file stays in memory while it is parsed, which takes seconds.
const largeFiles = { concurrency: 2, maximumQueued: 10 };

// The multipart boundaries and headers.
const overheadBytes = 16 * 1024;
const partLimits = { files: 2, fields: 2, fieldSize: 1024, headerPairs: 20 };
const megabyte = 1024 * 1024;

/** Registers the routes that take a file. They accept multipart bodies only, and no other route does. */
export function registerUploadRoutes(
  app: FastifyInstance,
  context: Context,
  routes: readonly ApiRoute[],
): void {
  const createError = () => new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
  const limitShopperImages = concurrencyLimit({ ...images, createError });
  const limitStaffImages = concurrencyLimit({ ...images, createError });
  const limitLargeFiles = concurrencyLimit({ ...largeFiles, createError });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    // Other content types are rejected in the handler, after authorisation.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const route of routes) {
      const { method, path: url, audience } = route.endpoint;
      const { upload: field, uploadBytes: maximumBytes = maximumUploadBytes } = route.endpoint;
      if (field === undefined) continue;
      const limitImages = audience === 'staff' ? limitStaffImages : limitShopperImages;
      const limit = maximumBytes > maximumUploadBytes ? limitLargeFiles : limitImages;
      scope.route({
        method,
        url,
        async handler(request, reply) {
          const requestContext = await createRequestContext(context, request);
          await route.authorizeUpload(requestContext);
          rejectByHeaders(request, maximumBytes);
          const { status, response } = await limit(async () => {
            const { bytes, name } = await readFile(request, { field, maximumBytes });
            return route.handle({ ...requestContext, uploadName: name }, { [field]: bytes });
          });
          return reply.code(status).header('Cache-Control', 'no-store').send(toSuccessBody(response));
        },
      });
    }
  });
}

interface WantedFile {
  field: string;
  maximumBytes: number;
}

interface ReceivedFile {
  bytes: Buffer;
  name: string;
}

function rejectByHeaders(request: FastifyRequest, maximumBytes: number): void {
  if (!request.isMultipart()) {
    throw new AppError('UNSUPPORTED_MEDIA', { message: 'Send the file as multipart/form-data.' });
  }
  if (Number(request.headers['content-length']) > maximumBytes + overheadBytes) throw tooLarge(maximumBytes);
}

/** The only file of the form. Throws INVALID_INPUT, MALFORMED_BODY, BODY_TOO_LARGE. */
async function readFile(request: FastifyRequest, wanted: WantedFile): Promise<ReceivedFile> {
  // The parser would never learn of a client that disconnected in the queue.
  if (request.raw.destroyed) throw new AppError('MALFORMED_BODY');
  try {
    return await readForm(request, wanted);
  } catch (error) {
    // Reads and drops the rest of the body: a client whose connection is closed while sending does not read the
    // response.
    request.raw.unpipe();
    request.raw.resume();
    // The parser throws for invalid forms and for clients that disconnected.
    throw error instanceof AppError ? error : new AppError('MALFORMED_BODY');
  }
}

async function readForm(request: FastifyRequest, { field, maximumBytes }: WantedFile): Promise<ReceivedFile> {
  let file: ReceivedFile | null = null;
  for await (const part of request.parts({ limits: { ...partLimits, fileSize: maximumBytes } })) {
    if (part.fieldname !== field || file !== null) {
      // A part may have no name, despite its type.
      throw wrongField(part.fieldname ?? '', `This form takes one file as ${field}, and nothing else.`);
    }
    if (part.type !== 'file') throw wrongField(field, 'This must be a file.');
    file = { bytes: await readWhole(part.file, maximumBytes), name: part.filename ?? '' };
  }
  if (file === null || file.bytes.length === 0) throw wrongField(field, 'Choose a file.');
  return file;
}

async function readWhole(
  file: AsyncIterable<Buffer> & { truncated: boolean },
  maximumBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    chunks.push(chunk);
    if (file.truncated) throw tooLarge(maximumBytes);
  }
  if (file.truncated) throw tooLarge(maximumBytes);
  return Buffer.concat(chunks);
}

function tooLarge(maximumBytes: number): AppError {
  return new AppError('BODY_TOO_LARGE', {
    message: `A file may have at most ${maximumBytes / megabyte} MB.`,
  });
}

function wrongField(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path, message }] });
}
