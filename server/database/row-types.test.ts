import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CompositeDetails,
  type CompositeProperty,
  type ConfigV4,
  makePgTsGenerator,
  processDatabase,
  type TsDeclaration,
} from 'kanel';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '#tests/fixtures/database.ts';

const { url } = await openTestDatabase();
const directory = await mkdtemp(join(tmpdir(), 'tokri-schema-'));
afterAll(() => rm(directory, { recursive: true }));

// As in biome.json.
const maximumLineLength = 110;

/** The types of the values that `connect.ts` returns. */
const typescriptTypes: Record<string, string> = {
  'pg_catalog.bool': 'boolean',
  'pg_catalog.bytea': 'Buffer',
  'pg_catalog.date': 'Date',
  'pg_catalog.float8': 'number',
  'pg_catalog.int2': 'number',
  'pg_catalog.int4': 'number',
  'pg_catalog.int8': 'number',
  'pg_catalog.json': 'unknown',
  'pg_catalog.jsonb': 'unknown',
  // As text, because it may have more digits than a number.
  'pg_catalog.numeric': 'string',
  'pg_catalog.text': 'string',
  'pg_catalog.timestamptz': 'Date',
  'pg_catalog.tsvector': 'string',
  'pg_catalog.xid8': 'string',
};

/** Throws for a type that is not in `typescriptTypes`. */
function toTypescriptType(column: CompositeProperty, table: CompositeDetails): string {
  const { fullName: name } = column.type;
  const type = findAllowedValues(column, table) ?? typescriptTypes[name];
  if (type === undefined) throw new Error(`${table.name}.${column.name} has the unknown type ${name}.`);
  return type;
}

const valueCheck = /^\(*(\w+) = ANY \(ARRAY\[('[^']*'::text(?:, '[^']*'::text)*)\]\)+$/;

/** The union of the values that a constraint such as `check (role in ('USER', 'ADMIN'))` allows. */
function findAllowedValues({ name }: CompositeProperty, table: CompositeDetails): string | undefined {
  const checks = 'checks' in table ? table.checks : [];
  const matches = checks.map(({ clause }) => valueCheck.exec(clause));
  const values = matches.find((match) => match?.[1] === name)?.[2];
  return values?.replaceAll('::text', '').replaceAll(', ', ' | ');
}

/** A line with a long union as the formatter breaks it. */
function breakLongUnion(line: string): string {
  if (line.length <= maximumLineLength) return line;
  return line.replaceAll(" | '", "\n    | '").replace(': ', ':\n    | ');
}

/** Renders the rows only, without the types for inserts, updates and ids. */
function selectRowTypes(declarations: readonly TsDeclaration[]): TsDeclaration[] {
  return declarations
    .flatMap((one) => (one.declarationType === 'interface' ? [one] : []))
    .filter(({ name }) => !/(?:Initializer|Mutator)$/.test(name))
    .sort((a, b) => a.name.localeCompare(b.name));
}

test('row-types.ts equals the types of the migrated database (`npm run generate-types` updates it)', async () => {
  const path = join(directory, 'schema');
  const config: ConfigV4 = {
    connection: url,
    schemaNames: ['public'],
    filter: ({ kind }) => kind === 'table' || kind === 'view',
    generators: [
      makePgTsGenerator({
        customTypeMap: typescriptTypes,
        getMetadata: (_table, _purpose, { name }) => ({ name, path, exportAs: 'named', comment: undefined }),
        getPropertyMetadata: (column, table, _purpose, metadata) => ({
          ...metadata,
          typeOverride: toTypescriptType(column, table),
        }),
      }),
    ],
    preRenderHooks: [
      (output) => {
        const file = output[path];
        return file?.fileType === 'typescript'
          ? { [path]: { ...file, declarations: selectRowTypes(file.declarations) } }
          : output;
      },
    ],
    postRenderHooks: [
      (_path, lines) => [
        '// Generated from the migrated database by `npm run generate-types`. Do not edit.\n',
        ...lines.filter((line, index) => line !== '' || lines[index - 1] === '}').map(breakLongUnion),
      ],
    ],
  };
  await processDatabase(config);
  const generated = await readFile(`${path}.ts`, 'utf8');
  await expect(`${generated}\n`).toMatchFileSnapshot('row-types.ts');
});
