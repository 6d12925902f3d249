import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';
import { type Language, languages } from '#contract/base/languages.ts';
import { catalogue, type Messages } from './catalogue.ts';

/**
 * Replaces calls of `t` by the texts of one language, so that a page carries neither keys nor a catalogue nor a
 * formatter: the first load has no space for them. Without a language the texts are those of the global variable
 * `language` at the time of the call.
 */
export function compileTexts(language?: Language): Plugin {
  const value = language === undefined ? 'globalThis.language' : JSON.stringify(language);
  return {
    name: 'compile-texts',
    config: () => ({ define: { 'import.meta.env.LANGUAGE': value } }),
    transform: {
      filter: { id: /[\\/]web[\\/]/, code: /texts\/t\.ts/ },
      handler: (code, id) => ({ code: compileCalls(code, { language, file: id }), map: null }),
    },
  };
}

/** Without a language, a call becomes a choice between the texts of all. */
interface CompileOptions {
  language?: Language | undefined;
  /** For messages of errors. */
  file: string;
}

/** The code of a JavaScript module with its calls of `t` replaced. Lines stay where they are. */
export function compileCalls(code: string, { language, file }: CompileOptions): string {
  const calls: ESTree.CallExpression[] = [];
  let isImported = false;
  const visitor = new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      if (source.value.endsWith('/texts/t.ts'))
        isImported ||= specifiers.some((specifier) => specifier.local.name === 't');
    },
    CallExpression: (call) => {
      if (call.callee.type === 'Identifier' && call.callee.name === 't') calls.push(call);
    },
  });
  const { program, errors } = parseSync('module.js', code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  visitor.visit(program);
  if (!isImported) return code;
  /** The code from `start` to `end`, compiled. */
  function compiled(start: number, end: number): string {
    let result = '';
    let at = start;
    for (const call of calls) {
      // A call within the values of another one is compiled with it.
      if (call.start < at || call.end > end) continue;
      result += code.slice(at, call.start) + compileCall(call);
      at = call.end;
    }
    return result + code.slice(at, end);
  }
  function compileCall({ arguments: [key, values] }: ESTree.CallExpression): string {
    if (key?.type !== 'Literal' || typeof key.value !== 'string')
      throw new Error(`${file}: the key of a message is not a literal.`);
    const texts = findMessage(key.value);
    if (texts === undefined) throw new Error(`${file}: the message ${key.value} is not in the catalogue.`);
    const compile = (chosen: Language) => compileMessage(texts[chosen], chosen, readValues(values));
    if (language !== undefined) return compile(language);
    const [first, ...others] = languages;
    return others.reduce(
      (otherwise, chosen) => `(globalThis.language==="${chosen}"?${compile(chosen)}:${otherwise})`,
      compile(first),
    );
  }
  function readValues(values: ESTree.Argument | undefined): Record<string, string> {
    if (values === undefined) return {};
    if (values.type !== 'ObjectExpression')
      throw new Error(`${file}: the values of a message are not an object literal.`);
    return Object.fromEntries(
      values.properties.map((property) => {
        if (property.type !== 'Property' || property.key.type !== 'Identifier')
          throw new Error(`${file}: the values of a message are not named.`);
        return [property.key.name, compiled(property.value.start, property.value.end)];
      }),
    );
  }
  return compiled(0, code.length);
}

function findMessage(key: string): Record<Language, string> | undefined {
  const [area = '', name = ''] = key.split('.');
  const areas: Record<string, Messages> = catalogue;
  return areas[area]?.[name];
}

/** The names of the parameters of a message, sorted. */
export function parametersOf(text: string): string[] {
  return [...new Set(parameterNames(toElements(text)))].sort();
}

function parameterNames(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.argument) return [element.value];
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    return [element.value, ...Object.values(element.options).flatMap(({ value }) => parameterNames(value))];
  });
}

function toElements(text: string): MessageFormatElement[] {
  return parse(text, { ignoreTag: true, requiresOtherClause: true });
}

const placeholderOf = (name: string) => `$${name}$`;
const isShort = (expression: string) => /^[\w$.]+$/.test(expression);

/**
 * The JavaScript expression of a message. `values` are expressions by parameter. Each is evaluated once: a longer one
 * becomes the argument of a function if the message uses it more than once.
 */
export function compileMessage(
  text: string,
  language: Language,
  values: Record<string, string> = {},
): string {
  const elements = toElements(text);
  const used = new Map<string, number>();
  const read = (name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The message '${text}' needs the value ${name}.`);
    used.set(name, (used.get(name) ?? 0) + 1);
    return isShort(value) ? value : placeholderOf(name);
  };
  let compiled = toExpression(elements, { language, read, text });
  const unknown = Object.keys(values).filter((name) => !used.has(name));
  if (unknown.length > 0) throw new Error(`The message '${text}' has no parameter ${unknown.join()}.`);
  for (const [name, times] of used) {
    const value = values[name] ?? '';
    if (isShort(value)) continue;
    const placeholder = placeholderOf(name);
    compiled =
      times === 1
        ? compiled.replace(placeholder, () => `(${value})`)
        : `((${placeholder})=>${compiled})(${value})`;
  }
  return compiled;
}

interface Scope {
  language: Language;
  /** The expression of a parameter. */
  read: (name: string) => string;
  text: string;
  /** The parameter of the plural around. */
  counted?: string;
}

function toExpression(elements: readonly MessageFormatElement[], scope: Scope): string {
  const [first, ...others] = elements;
  if (first === undefined) return '""';
  if (others.length === 0 && first.type === TYPE.literal) return JSON.stringify(first.value);
  if (others.length === 0 && 'options' in first) return elementExpression(first, scope);
  const parts = elements.map((element) =>
    element.type === TYPE.literal
      ? element.value.replace(/[\\`]|\$\{/g, '\\$&')
      : `\${${elementExpression(element, scope)}}`,
  );
  return `\`${parts.join('')}\``;
}

function elementExpression(element: MessageFormatElement, scope: Scope): string {
  if (element.type === TYPE.argument) return scope.read(element.value);
  if (element.type === TYPE.pound && scope.counted !== undefined) return scope.read(scope.counted);
  const isPlural = element.type === TYPE.plural && element.pluralType === 'cardinal' && element.offset === 0;
  if (!isPlural && element.type !== TYPE.select)
    throw new Error(`The message '${scope.text}' has a part that compile-texts.ts does not know.`);
  const inner = isPlural ? { ...scope, counted: element.value } : scope;
  const branches = Object.entries(element.options);
  let expression = toExpression(element.options.other?.value ?? [], inner);
  for (const [name, { value }] of branches.reverse()) {
    if (name === 'other') continue;
    const condition = isPlural
      ? pluralCondition(scope.read(element.value), name, scope.language)
      : `${scope.read(element.value)}===${JSON.stringify(name)}`;
    expression = `${condition}?${toExpression(value, inner)}:${expression}`;
  }
  return `(${expression})`;
}

// CLDR, for integers from 0. In Hindi 0 is singular too.
const isOne: Record<Language, string> = { en: '===1', hi: '<2' };

function pluralCondition(value: string, category: string, language: Language): string {
  if (category.startsWith('=')) return `${value}===${category.slice(1)}`;
  if (category !== 'one') throw new Error(`English and Hindi have no plural category ${category}.`);
  return value + isOne[language];
}
