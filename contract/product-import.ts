import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id, moment, response } from './fields.ts';
import { maximumImportBytes } from './rules/product-file.ts';

/** Something in the file that cannot be taken in; `line` counts from 1 as an editor does, `column` is its heading. */
export const importProblem = z.object({
  line: z.number().int(),
  column: z.string(),
  code: z.string(),
  message: z.string(),
});

/** One product as the import would change it: for the preview. */
export const importSample = z.object({
  line: z.number().int(),
  name: z.string(),
  action: z.enum(['create', 'update']),
  /** What would change, in words of the file's columns; empty for a new product. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
});

/** A file of products on its way into the catalogue. */
export const productImport = z
  .object({
    _id: id,
    fileName: z.string(),
    /** How its letters were read: `UTF-8`, `UTF-16` or `Windows-1252`; the last is a guess that names may show. */
    encoding: z.string(),
    status: z.enum(['CHECKED', 'APPLYING', 'APPLIED', 'FAILED']),
    rows: z.number().int(),
    toCreate: z.number().int(),
    toUpdate: z.number().int(),
    unchanged: z.number().int(),
    badRows: z.number().int(),
    /** The file cannot be read as a whole, so that nothing of it may be applied: a heading is wrong, a quote open. */
    isBroken: z.boolean(),
    /** The first 500 of them. */
    problems: z.array(importProblem),
    /** The first 50 of what would change. */
    samples: z.array(importSample),
    /** Rows done while it is applied. */
    done: z.number().int(),
    /** Why it failed, in words. */
    failure: z.string().nullable(),
    createdAt: moment,
  })
  .meta({ id: 'ProductImport' });
export type ProductImport = z.output<typeof productImport>;

export const checkImport = defineEndpoint({
  method: 'POST',
  path: '/api/product/check-import',
  summary:
    'Reads a CSV file of products (multipart field `file`, up to 30 MB) and says what it would change and what is wrong, row by row. Changes nothing.',
  audience: 'admin',
  upload: 'file',
  uploadBytes: maximumImportBytes,
  input: z.strictObject({ file: z.instanceof(Uint8Array) }),
  output: response(productImport),
});

export const applyImport = defineEndpoint({
  method: 'POST',
  path: '/api/product/apply-import',
  summary: 'Applies a checked file: all of its good rows in one transaction, or nothing.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'CONFLICT', 'IMPORT_HAS_PROBLEMS'],
  input: z.strictObject({
    _id: id,
    /** Leaves bad rows out; without it a file with any is refused. */ skipBadRows: z
      .boolean()
      .default(false),
  }),
  output: response(productImport),
});

export const getImport = defineEndpoint({
  method: 'GET',
  path: '/api/product/import',
  summary: 'Gives an import with its progress.',
  audience: 'admin',
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id }),
  output: response(productImport),
});
