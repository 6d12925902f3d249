import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
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

/** Attributes that a visitor reads or hears. */
const textAttributes = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'placeholder',
  'title',
  'alt',
  'label',
];

/**
 * The texts of a module that a visitor would read: in elements, in attributes, and whatever starts as a sentence
 * does.
 */
function literalTexts(code: string): string[] {
  const found = new Set<string>();
  const { program } = parseSync('module.tsx', code);
  const add = (text: string) => {
    if (/\p{L}{2}/u.test(text)) found.add(text.trim().replace(/\s+/g, ' '));
  };
  const addLiterals = (node: ESTree.Expression | ESTree.JSXEmptyExpression): void => {
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value);
    if (node.type === 'TemplateLiteral') for (const { value } of node.quasis) add(value.raw);
    if (node.type === 'ConditionalExpression')
      for (const part of [node.consequent, node.alternate]) addLiterals(part);
    if (node.type === 'LogicalExpression') for (const part of [node.left, node.right]) addLiterals(part);
  };
  const addChildren = ({ children }: { children: ESTree.JSXChild[] }) => {
    for (const child of children) {
      if (child.type === 'JSXText') add(child.value);
      if (child.type === 'JSXExpressionContainer') addLiterals(child.expression);
    }
  };
  /** A word between two values, as in `${title}, page ${page}`. */
  const addJoint = (text: string) => {
    if (/^[,;:]? \p{Ll}{2,} $/u.test(text)) add(text);
  };
  const addSentence = (text: string) => {
    if (/^\W*\p{Lu}\p{Ll}+(?:[ ’'.…!?:,]|$)/u.test(text)) add(text);
  };
  new Visitor({
    JSXElement: addChildren,
    JSXFragment: addChildren,
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !textAttributes.includes(name.name)) return;
      if (value?.type === 'Literal') add(String(value.value));
      if (value?.type === 'JSXExpressionContainer') addLiterals(value.expression);
    },
    Literal: ({ value }) => {
      if (typeof value === 'string') addSentence(value);
    },
    TemplateElement: ({ value }) => {
      addSentence(value.raw);
      addJoint(value.raw);
    },
  }).visit(program);
  return [...found];
}

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
