import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { columnGuide } from './product-file.ts';

const documentPath = join(import.meta.dirname, '../../docs/import.md');
const table = /^\| column .*(?:\n\|.*)*/m;

// `vitest -u` writes the table.
test('docs/import.md has a row for each column of a product file', async () => {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = columnGuide.map(
    ({ column, help, example, isRequired }) =>
      `| \`${column}\` | ${cell(help)} | ${example === '' ? '' : `\`${cell(example)}\``} | ${isRequired ? 'yes' : ''} |`,
  );
  const expected = ['| column | content | example | required |', '| --- | --- | --- | --- |', ...rows];
  const document = await readFile(documentPath, 'utf8');
  await expect(document.replace(table, () => expected.join('\n'))).toMatchFileSnapshot(documentPath);
});
