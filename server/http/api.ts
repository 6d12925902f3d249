import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Audience } from '#contract/endpoint.ts';
import { endpointOf } from '#contract/endpoints.ts';
import { AppError } from '#contract/errors.ts';
import { maximumUploadBytes } from '#contract/rules/image.ts';
import { concurrencyLimit } from '#server/concurrency-limit.ts';
import type { Context } from '#server/context.ts';
import type { TaggedCache } from '#server/features/catalogue/cache/catalogue-cache.ts';
import type { RateLimits } from './rate-limits.ts';
import {
  type ApiRoute,
  anonymousContext,
  type CachedResponse,
  createRequestContext,
  envelope,
  runCatalogueRead,
} from './route.ts';

/**
 * An upload of which an account may try so many, and a network where anybody may open accounts: the try counts before
 * any of the file is read.
 */
export function rateLimitedUpload(
  call: ApiRoute,
  limitOfAccount: keyof RateLimits,
  limitOfNetwork?: keyof RateLimits,
): ApiRoute {
  return {
    ...call,
    async admit(context) {
      const { limits, caller, remoteAddress } = context;
      await call.admit(context);
      await limits[limitOfAccount].take(caller?.userId ?? remoteAddress);
      if (limitOfNetwork !== undefined) await limits[limitOfNetwork].take(remoteAddress);
    },
  };
}

// So many files of 5 MB lie in memory at the same time. Who waits has sent no more than the network holds, and
// is told to come back before the request would be given up. Shoppers and staff have a line each: anybody may open
// an account and send byte by byte, and whoever fills the shop must not wait for that.
const pictures = { maximumAtOnce: 12, maximumWaiting: 36 };
// A large file is held while it is read, which takes seconds.
const largeFiles = { maximumAtOnce: 2, maximumWaiting: 10 };

// The boundaries and the head of the part.
const overheadBytes = 16 * 1024;
const partLimits = { files: 2, fields: 2, fieldSize: 1024, headerPairs: 20 };
const megabyte = 1024 * 1024;

/** Puts the calls that take a file on their paths. Only they read multipart bodies, and nothing else. */
export function registerUploadRoutes(
  app: FastifyInstance,
  context: Context,
  apiRoutes: readonly ApiRoute[],
): void {
  const refusal = () => new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
  const lines = {
    picturesOfShoppers: concurrencyLimit({ ...pictures, refusal }),
    picturesOfStaff: concurrencyLimit({ ...pictures, refusal }),
    largeFiles: concurrencyLimit({ ...largeFiles, refusal }),
  };
  const lineOf = (maximumBytes: number, audience: Audience) => {
    if (maximumBytes > maximumUploadBytes) return lines.largeFiles;
    return audience === 'admin' ? lines.picturesOfStaff : lines.picturesOfShoppers;
  };
  app.register(async (room) => {
    room.removeAllContentTypeParsers();
    await room.register(multipart, { throwFileSizeLimit: false });
    // What is no form is refused below: who may not call at all hears that first, whatever was sent.
    room.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const call of apiRoutes) {
      const { upload: field, uploadBytes: maximumBytes = maximumUploadBytes, audience } = call.description;
      if (field === undefined) continue;
      const inTurn = lineOf(maximumBytes, audience);
      const { method, path } = endpointOf(call.name);
      room.route({
        method,
        url: path,
        async handler(request, reply) {
          const requestContext = await createRequestContext(context, request);
          await call.admit(requestContext);
          rejectByHeaders(request, maximumBytes);
          const { status, answer } = await inTurn(async () => {
            const { bytes, name } = await readFile(request, { field, maximumBytes });
            return call.run({ ...requestContext, uploadName: name }, { [field]: bytes });
          });
          return reply.code(status).header('Cache-Control', 'no-store').send(envelope(answer));
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
    throw new AppError('UNSUPPORTED_MEDIA', { message: 'Please send the file as multipart/form-data.' });
  }
  if (Number(request.headers['content-length']) > maximumBytes + overheadBytes) throw tooLarge(maximumBytes);
}

/** The one file that a form consists of. Throws INVALID_INPUT, MALFORMED_BODY, BODY_TOO_LARGE. */
async function readFile(request: FastifyRequest, wanted: WantedFile): Promise<ReceivedFile> {
  // Nobody would tell the parser about a client who has left while waiting.
  if (request.raw.destroyed) throw new AppError('MALFORMED_BODY');
  try {
    return await readForm(request, wanted);
  } catch (error) {
    // The rest of the body is taken off the wire unread: who is hung up on while sending never reads the answer.
    request.raw.unpipe();
    request.raw.resume();
    // The parser throws at what it cannot read, and at a client that has gone.
    throw error instanceof AppError ? error : new AppError('MALFORMED_BODY');
  }
}

async function readForm(request: FastifyRequest, { field, maximumBytes }: WantedFile): Promise<ReceivedFile> {
  let file: ReceivedFile | null = null;
  for await (const part of request.parts({ limits: { ...partLimits, fileSize: maximumBytes } })) {
    if (part.fieldname !== field || file !== null) {
      // A part may lack its name, whatever its type says.
      throw wrongField(part.fieldname ?? '', `This form takes one file as ${field}, and nothing else.`);
    }
    if (part.type !== 'file') throw wrongField(field, 'This must be a file.');
    file = { bytes: await readWhole(part.file, maximumBytes), name: part.filename ?? '' };
  }
  if (file === null || file.bytes.length === 0) throw wrongField(field, 'Please choose a file.');
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

/**
 * Puts every call on its method and path. GET takes its input from the query, an upload from a form, the others
 * from a JSON body.
 */
export function registerApiRoutes(
  app: FastifyInstance,
  context: Context,
  apiRoutes: readonly ApiRoute[],
  shelf: TaggedCache<CachedResponse>,
): void {
  acceptEmptyJson(app);
  const anonymous = anonymousContext(context);
  for (const call of apiRoutes) {
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
          const { body, noteVisit } = await runCatalogueRead(call, anonymous, input, shelf);
          noteVisit?.(request.ip);
          return reply.headers(catalogueHeaders).send(body);
        }
        const { status, answer } = await call.run(await createRequestContext(context, request), input);
        return reply.code(status).header('Cache-Control', 'no-store').send(envelope(answer));
      },
    });
  }
  registerUploadRoutes(app, context, apiRoutes);
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
