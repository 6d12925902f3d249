import { inflateSync } from 'node:zlib';

/** The text of each page of a PDF of ours, a line for each place at which text begins. */
export function pdfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const fonts = new Map(
    [...objects.values()]
      .flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)])
      .map(([, name = '', id = '']) => [name, lettersOf(objects, id)]),
  );
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? '')
    .map((content) => textOf(content, fonts));
}

interface PdfObject {
  head: string;
  stream: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\n?endobj/g)) {
    const [, id = '', body = ''] = match;
    const [head = '', stream] = body.split(/stream\n/, 2);
    const bytes = Buffer.from((stream ?? '').replace(/\nend$/, ''), 'latin1');
    const isPacked = stream !== undefined && head.includes('/FlateDecode');
    objects.set(id, { head, stream: isPacked ? inflateSync(bytes).toString('latin1') : '' });
  }
  return objects;
}

/** What each glyph of a font stands for. */
function lettersOf(objects: Map<string, PdfObject>, fontId: string): string[] {
  const mapId = /\/ToUnicode (\d+) 0 R/.exec(objects.get(fontId)?.head ?? '')?.[1] ?? '';
  const ranges = /beginbfrange([\s\S]*?)endbfrange/g;
  const map = objects.get(mapId)?.stream ?? '';
  return [...map.matchAll(ranges)].flatMap(([, range = '']) =>
    [...range.slice(range.indexOf('[')).matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  );
}

function textOf(content: string, fonts: Map<string, string[]>): string {
  let letters: string[] = [];
  let text = '';
  for (const [, font, begin, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|(\bBT\b)|\[(.*?)\] TJ/g)) {
    if (begin !== undefined) text += '\n';
    if (font !== undefined) letters = fonts.get(font) ?? [];
    for (const [, hex = ''] of (shown ?? '').matchAll(/<([0-9a-f]*)>/gi))
      for (const [glyph] of hex.matchAll(/.{4}/g)) text += letters[Number.parseInt(glyph, 16)] ?? '?';
  }
  return text;
}
