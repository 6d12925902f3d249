import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { literalTexts } from '#tests/fixtures/literal-texts.ts';
import { indianStates } from '#web/storefront/addresses/address-form.ts';
import { catalogue } from './catalogue.ts';

// Data of an address.
const states: readonly string[] = indianStates;
const web = join(import.meta.dirname, '..');
/** Pages of the staff, which are English, and parts that only they use. */
const english = [
  'base/admin-sections.ts',
  'dashboard-home.tsx',
  'storefront/identity/second-factor-form.tsx',
  'storefront/customers/second-factor-',
];
/**
 * What starts like a sentence and is none: names and values of the web platform, brands, data, and messages for
 * developers.
 */
const noTexts =
  /^(?:Accept|Authorization|Bearer|Date|Enter|Escape|Backspace|Home|End|Files|Facebook|Instagram|LinkedIn|India|Country|Product|Brand|Offer|Order|Payment|Not Found|Failed to fetch|Promise\.all\(\[|No shop data\.|The message|The payment was cancelled\.)$/;
const files = globSync('**/*.{ts,tsx}', { cwd: web })
  .filter((file) => !/\.test\.tsx?$|^(?:admin|texts)\//.test(file))
  .filter((file) => !english.some((start) => file.startsWith(start)))
  .sort();
const read = (file: string) => readFileSync(join(web, file), 'utf8');

test('texts are found in elements, attributes and values, and classes, keys and addresses are not', () => {
  const code = `
    import { Link } from 'Some-Package';
    const boxClass = 'flex items-center';
    const message = isLate ? 'Please wait.' : \`Arrives \${time}\`;
    const title = \`\${name}, page \${number}\`;
    const view = <Link to="/search" className="grid" aria-label="find it">{count} left{isOpen && ' now'}</Link>;`;
  expect(literalTexts(code).sort()).toEqual([', page', 'Arrives', 'Please wait.', 'find it', 'left', 'now']);
});

test('no module of the storefront has a text beside the catalogue', () => {
  const texts = files.flatMap((file) =>
    literalTexts(read(file)).flatMap((text) =>
      noTexts.test(text) || states.includes(text) ? [] : `${file}: ${text}`,
    ),
  );
  expect(texts).toEqual([]);
});

test('each message is shown somewhere', () => {
  const code = files.map(read).join('\n');
  const keys = Object.entries(catalogue).flatMap(([area, texts]) =>
    Object.keys(texts).map((name) => `${area}.${name}`),
  );
  expect(keys.filter((key) => !code.includes(`t('${key}'`))).toEqual([]);
});
