import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, moment, response } from '#contract/base/fields.ts';
import { maximumImportBytes } from './product-file.ts';

/** An error in the file; `line` counts from 1, `column` is the heading. */
export const importProblem = z.object({
  line: z.number().int(),
  column: z.string(),
  code: z.string(),
  message: z.string(),
});

/** A change of the import, for the preview. */
export const importSample = z.object({
  line: z.number().int(),
  name: z.string(),
  action: z.enum(['create', 'update']),
  /** Changed columns; empty for a new product. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
});

/** An import of products from a file. */
export const productImport = z
  .object({
    _id: id,
    fileName: z.string(),
    /** Detected encoding: `UTF-8`, `UTF-16` or `Windows-1252`; the last is a guess. */
    encoding: z.string(),
    status: z.enum(['CHECKED', 'APPLYING', 'APPLIED', 'FAILED']),
    rows: z.number().int(),
    toCreate: z.number().int(),
    toUpdate: z.number().int(),
    unchanged: z.number().int(),
    badRows: z.number().int(),
    /** New and changed active products that would have no GST rate; 0 if the store has no GSTIN. */
    gstUnknown: z.number().int(),
    /** Cells of text that another program had read in the wrong encoding, which are repaired. */
    repaired: z.number().int(),
    /** The file as a whole is invalid (wrong heading, unclosed quote), so nothing can be applied. */
    isBroken: z.boolean(),
    /** The first 500 errors. */
    problems: z.array(importProblem),
    /**
     * The first 500 cells that were repaired, that a spreadsheet has probably changed, and doubtful HSN codes. They do
     * not stop the import.
     */
    warnings: z.array(importProblem),
    /** The first 50 changes. */
    samples: z.array(importSample),
    /** Rows applied so far. */
    done: z.number().int(),
    failure: z.string().nullable(),
    createdAt: moment,
  })
  .meta({ id: 'ProductImport' });
export type ProductImport = z.output<typeof productImport>;

export const checkImport = defineEndpoint({
  method: 'POST',
  path: '/api/product/check-import',
  summary:
    'Validates a CSV file of products (multipart field `file`, up to 100 MB) and returns changes and errors by row. Changes nothing.',
  audience: 'staff',
  permissions: ['import'],
  needsStepUp: true,
  upload: 'file',
  uploadBytes: maximumImportBytes,
  input: z.strictObject({ file: z.instanceof(Uint8Array) }),
  output: response(productImport),
});

export const applyImport = defineEndpoint({
  method: 'POST',
  path: '/api/product/apply-import',
  summary: 'Applies a validated file: all valid rows in one transaction, or nothing.',
  audience: 'staff',
  permissions: ['import'],
  needsStepUp: true,
  errors: ['NOT_FOUND', 'CONFLICT', 'IMPORT_HAS_PROBLEMS'],
  input: z.strictObject({
    _id: id,
    /** Skips invalid rows; otherwise a file with any is rejected. */
    skipBadRows: z.boolean().default(false),
  }),
  output: response(productImport),
});

export const getImport = defineEndpoint({
  method: 'GET',
  path: '/api/product/import',
  summary: 'Returns an import with its progress.',
  audience: 'staff',
  permissions: ['import'],
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id }),
  output: response(productImport),
});
