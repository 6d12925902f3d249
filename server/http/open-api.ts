import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CallDescription } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { errorTable } from '#contract/errors.ts';
import { endpointOf } from '#contract/paths.ts';
import { docsPage, docsStyle } from './docs-page.ts';

/** The OpenAPI 3.1 document of the API, made from the schemas that validate it. */
export function openApiDocument(publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of Object.values(calls)) {
    const { method, path } = endpointOf(call.name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(call, method === 'GET') };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tokri API', version: '1.0.0', description: 'Every answer is JSON in one envelope.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: { Failure: jsonContent('What went wrong.', failureSchema) },
    },
  };
}

const failureSchema = {
  type: 'object',
  required: ['success', 'error', 'code', 'message'],
  properties: {
    success: { const: false },
    error: { const: true },
    code: { enum: Object.keys(errorTable) },
    message: { type: 'string' },
    issues: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    details: { type: 'object' },
  },
};

function operationOf(call: CallDescription, isGet: boolean) {
  const input = jsonSchemaOf(call.input, 'input');
  return {
    operationId: call.name,
    summary: call.summary,
    ...(call.audience !== 'anyone' && { security: [{ session: [] }] }),
    ...(isGet ? { parameters: queryParametersOf(input) } : { requestBody: bodyOf(call, input) }),
    responses: {
      // 200, or 201 where something new was made.
      '2XX': jsonContent('The answer.', answerSchemaOf(call)),
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

function bodyOf({ upload }: CallDescription, input: ReturnType<typeof jsonSchemaOf>) {
  if (upload === undefined) return { content: { 'application/json': { schema: input } } };
  const properties = { ...input.properties, [upload]: { type: 'string', format: 'binary' } };
  return { required: true, content: { 'multipart/form-data': { schema: { ...input, properties } } } };
}

function answerSchemaOf(call: CallDescription) {
  const flags = { type: 'object', properties: { success: { const: true }, error: { const: false } } };
  return { allOf: [flags, jsonSchemaOf(call.output, 'output')] };
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function queryParametersOf(input: ReturnType<typeof jsonSchemaOf>) {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({ name, in: 'query', schema }));
}

function jsonContent(description: string, schema: unknown) {
  return { description, content: { 'application/json': { schema } } };
}

/** Serves the document at `/api/openapi.json` and a page for readers at `/api/docs`. */
export function registerOpenApi(app: FastifyInstance, publicUrl: string): void {
  const document = openApiDocument(publicUrl);
  const page = docsPage(document);
  const styleHash = createHash('sha256').update(docsStyle).digest('base64');
  app.get('/api/openapi.json', async () => document);
  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('Content-Type', 'text/html; charset=utf-8')
      .header(
        'Content-Security-Policy',
        `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .send(page),
  );
}
