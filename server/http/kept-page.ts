import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Kept } from '../catalogue-reads.ts';
import type { RenderedPage } from './page-renderer.ts';
import { contentSecurityPolicy } from './security-headers.ts';
import type { NoteVisit } from './served-call.ts';

/** A rendered page (or its data) in every encoding that browsers ask for, ready to be sent. */
export interface KeptPage extends Kept {
  status: number;
  headers: Record<string, string>;
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  noteVisits: readonly NoteVisit[];
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
// A page is compressed once and sent many times, yet its first visitor waits for it: 6 costs a few ms.
const brotliQuality = 6;

/** Compresses a rendered page once and notes what it shows. */
export async function keepPage({ response, productIds, noteVisits }: RenderedPage): Promise<KeptPage> {
  const plain = Buffer.from(await response.arrayBuffer());
  const [zipped, brotli] = await Promise.all([
    compressGzip(plain),
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  ]);
  const headers = headersOf(response);
  if (headers['content-type']?.startsWith('text/html') === true) {
    headers['content-security-policy'] = contentSecurityPolicy(plain.toString());
  }
  // Pages change with the catalogue, so a browser asks each time and mostly hears 304.
  headers['cache-control'] = 'no-cache';
  headers.vary = 'Accept-Encoding';
  return {
    status: response.status,
    headers,
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 27),
    plain,
    gzip: zipped,
    brotli,
    productIds,
    noteVisits,
    bytes: plain.length + zipped.length + brotli.length,
  };
}

function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'content-length' && name !== 'transfer-encoding')
      headers[name] = value;
  }
  return headers;
}

/** The best encoding of a page that the client accepts (RFC 9110 section 12.5.3). */
export function encodingFor(page: KeptPage, acceptEncoding = '') {
  if (accepts(acceptEncoding, 'br')) return { encoding: 'br', body: page.brotli };
  if (accepts(acceptEncoding, 'gzip')) return { encoding: 'gzip', body: page.gzip };
  return { encoding: null, body: page.plain };
}

function accepts(acceptEncoding: string, encoding: string): boolean {
  for (const entry of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = entry.split(';');
    if (name.trim().toLowerCase() !== encoding) continue;
    return !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter));
  }
  return false;
}
