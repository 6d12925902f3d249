import { describe, expect, test } from 'vitest';
import { languages } from '#contract/base/languages.ts';
import { catalogue } from './catalogue.ts';
import { compileCalls, compileMessage, parametersOf } from './compile-texts.ts';

/** The text that the compiled expression makes of values. */
function format(text: string, language: 'en' | 'hi', values: Record<string, string | number> = {}): string {
  const names = Object.keys(values);
  const expressions = Object.fromEntries(names.map((name) => [name, name]));
  return Function(
    ...names,
    `return ${compileMessage(text, language, expressions)}`,
  )(...Object.values(values));
}

test('a message without parameters becomes its text', () => {
  expect(compileMessage('It’s "new" `now`', 'en')).toBe('"It’s \\"new\\" `now`"');
});

test('values are inserted as they are', () => {
  expect(format('{name}: ${price} `x` \\', 'en', { name: 'Milk', price: '₹5' })).toBe('Milk: $₹5 `x` \\');
});

test('plurals agree with Intl.PluralRules in both languages', () => {
  for (const language of languages) {
    const rules = new Intl.PluralRules(language);
    for (const count of [0, 1, 2, 3, 10, 11, 21, 100, 1001]) {
      const text = format('{count, plural, one {one} other {other}}', language, { count });
      expect(`${language} ${count} ${text}`).toBe(`${language} ${count} ${rules.select(count)}`);
    }
  }
});

test('exact numbers, selects and plurals within each other', () => {
  const text =
    '{place, select, home {at home} other {{count, plural, =0 {nowhere} one {in # place} other {in # places of {name}}}}}';
  const read = (place: string, count: number) => format(text, 'en', { place, count, name: 'Pune' });
  expect([read('home', 2), read('x', 0), read('x', 1), read('x', 3)]).toEqual([
    'at home',
    'nowhere',
    'in 1 place',
    'in 3 places of Pune',
  ]);
});

test('an expression is evaluated once', () => {
  const compiled = compileMessage('{count, plural, one {# item} other {# items}}', 'en', { count: 'next()' });
  let calls = 0;
  const next = () => ++calls;
  expect([Function('next', `return ${compiled}`)(next), calls]).toEqual(['1 item', 1]);
});

describe('calls of t', () => {
  const head = "import { t } from '#web/texts/t.ts';\n";
  const compile = (code: string, language: 'en' | 'hi' = 'en') =>
    compileCalls(head + code, { language, file: 'x.tsx' }).slice(head.length);

  test('become the text of the language', () => {
    expect([compile("t('shell.cart')"), compile("t('shell.cart')", 'hi')]).toEqual(['"Cart"', '"कार्ट"']);
    expect(compile("f(t('shell.items', { count }), 1)")).toBe(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
      'f((count===1?`${count} item`:`${count} items`), 1)',
    );
  });

  test('without a language are a choice at the time of the call', () => {
    const code = `import { t } from '#web/texts/t.ts';\nreturn [t('shell.cart'), t('shell.items', { count })];`;
    const [, line = ''] = compileCalls(code.replace('return ', ''), { file: 'x.tsx' }).split('\n');
    const read = Function('count', 'globalThis', `return ${line}`);
    expect(read(0, {})).toEqual(['Cart', '0 items']);
    expect(read(2, { language: 'hi' })).toEqual(['कार्ट', '2 आइटम']);
  });

  test('within the values of another call are compiled too', () => {
    expect(compile("t('shell.items', { count: t('shell.cart').length })", 'hi')).toBe(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
      '`${("कार्ट".length)} आइटम`',
    );
  });

  test('are refused with a wrong key, a key that is not a literal, and missing or unknown values', () => {
    for (const code of [
      "t('shell.unknown')",
      "t('shell.' + name)",
      "t('shell.items')",
      "t('shell.cart', { count })",
      "t('shell.items', values)",
    ])
      expect(() => compile(code), code).toThrow(/x\.tsx|The message/);
  });

  test('of another function named t are left as they are', () => {
    const code = "const t = (x) => x;\nt('shell.cart')";
    expect(compileCalls(code, { language: 'hi', file: 'x.tsx' })).toBe(code);
  });
});

const messages = Object.entries(catalogue).flatMap(([area, texts]) =>
  Object.entries(texts).map(([name, text]) => [`${area}.${name}`, text] as const),
);

test.each(messages)('%s has the same parameters in all languages', (_key, text) => {
  expect(parametersOf(text.hi)).toEqual(parametersOf(text.en));
  const values = Object.fromEntries(parametersOf(text.en).map((name) => [name, 'x']));
  for (const language of languages) expect(compileMessage(text[language], language, values)).not.toBe('""');
});
