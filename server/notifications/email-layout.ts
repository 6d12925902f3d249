import { logoImageUrl } from '#contract/images/image.ts';
import type { ShopIdentity } from '#server/http/context.ts';

/** HTML in which every external value is escaped. */
class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes interpolated values that are not `Html`. */
function html(strings: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(renderValue)));
}

function renderValue(value: string | Html | Html[]): string {
  if (Array.isArray(value)) return value.map(renderValue).join('');
  if (value instanceof Html) return value.source;
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/**
 * Text of which the parts in Devanagari say so: emails are in English, with the names of products in Hindi beside it.
 */
function withLanguage(text: string): Html[] {
  return text
    .split(/(\p{Script=Devanagari}+(?:[ ,-]+\p{Script=Devanagari}+)*)/u)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<span lang="hi">${part}</span>`));
}

/** The content of an email, rendered as text and as HTML. */
export interface EmailContent {
  subject: string;
  /** States the subject in one sentence. */
  first: string;
  parts: EmailBlock[];
}

export type EmailBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; url: string }
  /** The last row is the total. */
  | { kind: 'bill'; rows: { label: string; amount: string }[] };

/** The lines under an email. */
function toImprint({ name, address, phone, legal }: ShopIdentity): string[] {
  return [name, ...address.split('\n'), phone, ...legal]
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function paragraph(text: string): EmailBlock {
  return { kind: 'paragraph', text };
}

/** A button that opens a page of the store. */
export function button(label: string, url: string): EmailBlock {
  return { kind: 'button', label, url };
}

// Anyone who registers a foreign address chooses this name, and email programs turn what looks like a link into
// one.
const plainName = /^[\p{L}\p{M}'’. -]+$/u;
const webAddress = /\.\p{L}{2}/u;
const maximumNameLength = 60;

/** The name, or an empty string if an email program could turn it into a link. */
export function presentableName(name: string): string {
  const isPresentable = name.length <= maximumNameLength && plainName.test(name) && !webAddress.test(name);
  return isPresentable ? name : '';
}

export function greeting(name: string): EmailBlock {
  const known = presentableName(name);
  return paragraph(known === '' ? 'Hello,' : `Hello ${known},`);
}

/** Plain text, for email programs without HTML and for the log. */
export function renderEmailText({ first, parts }: EmailContent, shop: ShopIdentity): string {
  const imprint = [...toImprint(shop), shop.url].join('\n');
  return [first, ...parts.map(renderBlockText), imprint].join('\n\n').concat('\n');
}

function renderBlockText(part: EmailBlock): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text;
    case 'code':
      return `    ${part.code}`;
    case 'button':
      return `${part.label}:\n${part.url}`;
    case 'bill':
      return part.rows.map(({ label, amount }) => `  ${label}: ${amount}`).join('\n');
  }
}

// Email programs have no variables: colours of web/ui/tokens.css, light, and dark where supported.
const light = { canvas: '#fcfaf4', surface: '#ffffff', sunken: '#f4f3eb', line: '#e0e0d7' };
const lightText = { ink: '#12241a', soft: '#505f55' };
const sans = "Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const sideBySide = `font:400 16px/24px ${sans};padding:10px 0;vertical-align:top;border-bottom:1px solid ${light.line};color:${lightText.ink};`;

/** Colours of the store where it has some. */
function toColours({ colours }: ShopIdentity) {
  if (colours === undefined)
    return {
      ...{ link: '#0d7435', fill: '#0d7435', onFill: '#ffffff', edge: '' },
      dark: { link: '#5edb81', fill: '#5edb81', onFill: '#051b0e', edge: '' },
    };
  const { fill, onFill, text, edge } = colours;
  return {
    ...{ link: text.light, fill, onFill, edge: edge.light },
    dark: { link: text.dark, fill, onFill, edge: edge.dark },
  };
}

type Colours = ReturnType<typeof toColours>;

const toEdge = (colour: string) => (colour === '' ? '' : `border:1px solid ${colour}`);

const toDarkRules = ({ dark }: Colours) => `
  :root{color-scheme:light dark;supported-color-schemes:light dark}
  @media (prefers-color-scheme:dark){
    .canvas{background:#0f1612!important}
    .surface{background:#18201c!important;border-color:#323c36!important}
    .sunken{background:#212924!important}
    .ink{color:#f0f1e9!important;border-color:#323c36!important}
    .soft,.soft a{color:#abb2a5!important}
    .leaf{color:${dark.link}!important}
    .button{background:${dark.fill}!important;color:${dark.onFill}!important${dark.edge === '' ? '' : `;${toEdge(dark.edge)}!important`}}
  }
  @media (max-width:480px){.card{padding:24px 20px 4px!important}}`;

// Inherited by everything inside, so that a long word never widens the page.
const breaking = 'overflow-wrap:anywhere;word-break:break-word;';

/** HTML of at most 600 px: inline styles, and no image but the logo of the store. */
export function renderEmailHtml({ subject, first, parts }: EmailContent, shop: ShopIdentity): string {
  const colours = toColours(shop);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${new Html(toDarkRules(colours))}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${light.canvas};">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:${light.canvas};">
<tr><td align="center" style="padding:24px 12px;${breaking}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;">
<tr><td style="padding:0 4px 16px;">
<a class="leaf" href="${shop.url}" style="font:800 22px/28px ${sans};color:${colours.link};text-decoration:none;">${renderName(shop)}</a>
</td></tr>
<tr><td class="surface card" style="background:${light.surface};border:1px solid ${light.line};border-radius:16px;padding:32px 32px 12px;">
<h1 class="ink" style="margin:0 0 20px;font:700 22px/30px ${sans};color:${lightText.ink};">${first}</h1>
${parts.map((part) => renderBlockHtml(part, colours))}
</td></tr>
<tr><td class="soft" style="padding:16px 4px 0;font:400 13px/20px ${sans};color:${lightText.soft};">
${toImprint(shop).map((line) => html`${line} · `)}<a href="${shop.url}" style="color:${lightText.soft};">${shop.url}</a>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.source;
}

const logoBox = { width: 240, height: 48 };

/** The logo, on white because most are drawn for it; a program that loads no images shows the name in its place. */
function renderName({ name, url, logo }: ShopIdentity): string | Html {
  if (logo === undefined) return name;
  const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height);
  const [width, height] = [logo.width, logo.height].map((side) =>
    String(Math.max(1, Math.round(side * scale))),
  );
  return html`<img src="${url}${logoImageUrl(logo.url)}" alt="${name}" width="${width ?? ''}" height="${height ?? ''}" style="display:block;max-width:100%;border:0;border-radius:4px;background:#ffffff;">`;
}

function renderBlockHtml(part: EmailBlock, { fill, onFill, edge }: Colours): Html {
  switch (part.kind) {
    case 'paragraph':
      return html`<p class="ink" style="margin:0 0 16px;font:400 16px/24px ${sans};color:${lightText.ink};">${withLanguage(part.text)}</p>
`;
    case 'code':
      return html`<p class="ink sunken" style="margin:0 0 20px;padding:16px;border-radius:12px;background:${light.sunken};font:700 32px/40px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center;color:${lightText.ink};">${part.code}</p>
`;
    case 'button':
      return html`<p style="margin:8px 0 24px;"><a class="button" href="${part.url}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${fill};color:${onFill};font:600 16px/20px ${sans};text-decoration:none;${toEdge(edge)}">${part.label}</a></p>
`;
    case 'bill':
      return html`<table class="ink" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse;">
${part.rows.map(renderBillRow)}
</table>
`;
  }
}

function renderBillRow(
  { label, amount }: { label: string; amount: string },
  index: number,
  rows: object[],
): Html {
  const weight = index === rows.length - 1 ? 'font-weight:700;' : '';
  return html`<tr><td class="ink" style="${sideBySide}${weight}">${withLanguage(label)}</td><td class="ink" align="right" style="${sideBySide}${weight}white-space:nowrap;overflow-wrap:normal;word-break:normal;padding-left:16px;">${amount}</td></tr>
`;
}
