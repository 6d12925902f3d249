import { Lexer, type MarkedToken, type Token } from 'marked';

/** A piece of text that looks the same. `href` is an address of the web, an email address or a telephone number. */
interface TextRun {
  text: string;
  isStrong: boolean;
  isEmphasis: boolean;
  href: string | null;
}

/** A part of a page. A heading or paragraph has one item, a list its items. */
export interface TextBlock {
  kind: 'heading' | 'subheading' | 'paragraph' | 'bullets' | 'numbers';
  items: TextRun[][];
}

/** What replaces the placeholders of texts: names in braces, such as `{phone}`. */
export type PlaceholderValues = ReadonlyMap<string, string>;

const placeholder = /\{(\w+)\}/g;

/** The names in braces in a text. */
export function listPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))];
}

/**
 * Parses a safe subset of Markdown: headings, paragraphs, lists, bold, italic and links. Everything else, such as
 * HTML, images and tables, is shown as it was typed. Values replace placeholders after parsing, so that a value is
 * never markup. Throws a RangeError for text that is nested too deeply.
 */
export function parsePageText(text: string, values: PlaceholderValues): TextBlock[] {
  const fill = (typed: string) =>
    typed.replace(placeholder, (braces, name: string) => values.get(name) ?? braces);
  const blocks = new Lexer({ gfm: true }).lex(text).flatMap((token) => toBlocks(token));
  return blocks.map(({ kind, items }) => ({
    kind,
    items: items.map((runs) =>
      runs.map((run) => ({
        ...run,
        text: fill(run.text),
        href: run.href === null ? null : toSafeHref(fill(run.href)),
      })),
    ),
  }));
}

const safeProtocols = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Null for an address of another kind, whose text is then no link. */
function toSafeHref(typed: string): string | null {
  try {
    const { protocol, href } = new URL(typed);
    return safeProtocols.has(protocol) ? href : null;
  } catch {
    return null;
  }
}

function toBlocks(anyToken: Token): TextBlock[] {
  const token = toKnown(anyToken);
  switch (token?.type) {
    case 'space':
    case 'def':
    case 'hr':
      return [];
    case 'heading':
      return [
        {
          kind: token.depth <= 2 ? 'heading' : 'subheading',
          items: [toRuns(token.tokens)],
        },
      ];
    case 'paragraph':
      return [{ kind: 'paragraph', items: [toRuns(token.tokens)] }];
    case 'list':
      return [
        {
          kind: token.ordered ? 'numbers' : 'bullets',
          items: token.items.flatMap((item) => toItems(item.tokens)),
        },
      ];
    default:
      return [{ kind: 'paragraph', items: [[plain(anyToken.raw.trim())]] }];
  }
}

/** A list item, and the items of lists inside it after it. */
function toItems(tokens: readonly Token[]): TextRun[][] {
  const [own, nested] = [
    tokens.filter(({ type }) => type !== 'list'),
    tokens.filter(({ type }) => type === 'list'),
  ];
  const runs = toRuns(own.filter(({ type }) => type !== 'space'));
  const items = nested.flatMap((token) => toBlocks(token).flatMap((block) => block.items));
  return runs.length === 0 ? items : [runs, ...items];
}

const plain = (text: string): TextRun => ({ text, isStrong: false, isEmphasis: false, href: null });

function toRuns(tokens: readonly Token[]): TextRun[] {
  return tokens.flatMap((anyToken): TextRun[] => {
    const token = toKnown(anyToken);
    switch (token?.type) {
      case 'br':
        return [plain('\n')];
      case 'text':
      case 'paragraph':
        return token.tokens === undefined ? [plain(token.text)] : toRuns(token.tokens);
      case 'escape':
        return [plain(token.text)];
      case 'strong':
        return toRuns(token.tokens).map((run) => ({ ...run, isStrong: true }));
      case 'em':
        return toRuns(token.tokens).map((run) => ({ ...run, isEmphasis: true }));
      case 'link':
        return toRuns(token.tokens).map((run) => ({ ...run, href: token.href }));
      default:
        return [plain(anyToken.raw)];
    }
  });
}

/** A token without those of extensions, of which there are none. */
function toKnown(token: Token): MarkedToken | null {
  return isKnown(token) ? token : null;
}

const isKnown = (token: Token): token is MarkedToken => token.type in knownTypes;

const knownTypes: Record<MarkedToken['type'], true> = {
  blockquote: true,
  br: true,
  checkbox: true,
  code: true,
  codespan: true,
  def: true,
  del: true,
  em: true,
  escape: true,
  heading: true,
  hr: true,
  html: true,
  image: true,
  link: true,
  list: true,
  list_item: true,
  paragraph: true,
  space: true,
  strong: true,
  table: true,
  text: true,
};
