import type { Language } from '#contract/base/languages.ts';
import type { catalogue } from './catalogue.ts';

type Catalogue = typeof catalogue;

/** The area and the name of a message, such as `shell.login`. */
type MessageKey = {
  [Area in keyof Catalogue]: `${Area}.${keyof Catalogue[Area] & string}`;
}[keyof Catalogue];

type EnglishText<Key> = Key extends `${infer Area extends keyof Catalogue}.${infer Name}`
  ? Name extends keyof Catalogue[Area]
    ? Catalogue[Area][Name] extends { en: infer English extends string }
      ? English
      : never
    : never
  : never;

// The parameters of a message as a union of `[name, kind]`. `Open` counts the plurals and selects around the text.
type InText<Text extends string, Open extends 0[] = []> = Text extends `${infer Before}}${infer After}`
  ? Before extends `${string}{${infer Start}`
    ? InParameter<`${Start}}${After}`, Open>
    : InBranches<After, Open>
  : never;
type InParameter<Text extends string, Open extends 0[]> = Text extends `${infer Parameter}}${infer After}`
  ? Parameter extends `${infer Name}, ${infer Kind},${string}`
    ? Text extends `${Name}, ${Kind},${infer Branches}`
      ? [Name, Kind] | InBranches<Branches, [...Open, 0]>
      : never
    : [Parameter, 'value'] | InText<After, Open>
  : never;
type InBranches<Text extends string, Open extends 0[]> = Text extends `${infer Before}}${infer After}`
  ? Before extends `${string}{${infer Start}`
    ? InText<`${Start}}${After}`, Open>
    : Open extends [0, ...infer Outer extends 0[]]
      ? InText<After, Outer>
      : never
  : never;

interface KindValues {
  value: string | number;
  plural: number;
  select: string;
}
type Values<Parameters extends [string, string]> = {
  [Parameter in Parameters as Parameter[0]]: Parameter[1] extends keyof KindValues
    ? KindValues[Parameter[1]]
    : never;
};
type ValuesOf<Text extends string> = [InText<Text>] extends [never] ? [] : [values: Values<InText<Text>>];

/**
 * The text of a message in the language of the page. `compile-texts.ts` replaces each call at build time by the text
 * itself, or by an expression with the values: so the key is a literal, and the values are an object literal.
 */
export function t<Key extends MessageKey>(key: Key, ..._values: ValuesOf<EnglishText<Key>>): string {
  throw new Error(`The message ${key} is not compiled.`);
}

/** The language of the page, a constant of the build. */
export const language: Language = import.meta.env.LANGUAGE;

/** For `<html lang>`, and for formats of dates. In Hindi their digits are Latin too. */
export const languageTag = import.meta.env.LANGUAGE === 'en' ? 'en-IN' : 'hi-IN';

/** A message of the server, which is English; in another language, or without one, the text that stands for it. */
export function serverText(message: string, text: string): string {
  return import.meta.env.LANGUAGE === 'en' && message !== '' ? message : text;
}

/** The text that the staff have written in the language of the page; the English one if the Hindi one is empty. */
export function inLanguage(english: string, hindi: string): string {
  return import.meta.env.LANGUAGE === 'hi' && hindi !== '' ? hindi : english;
}

/** A product or category by its name; without one in Hindi that is empty or missing. */
export interface Named {
  name: string;
  nameHindi?: string | undefined;
}

/** The name of a product or category in the language of the page. */
export function nameOf({ name, nameHindi = '' }: Named): string {
  return inLanguage(name, nameHindi);
}

const scripts = { en: /\p{Script=Latin}/u, hi: /\p{Script=Devanagari}/u };

/** The `lang` of a text of the staff: the other language if all letters are those of the other one. */
export function langOf(text: string): Language | undefined {
  const other = import.meta.env.LANGUAGE === 'hi' ? 'en' : 'hi';
  return scripts[other].test(text) && !scripts[import.meta.env.LANGUAGE].test(text) ? other : undefined;
}

declare global {
  interface ImportMetaEnv {
    readonly LANGUAGE: Language;
  }
}
