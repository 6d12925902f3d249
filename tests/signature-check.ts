import { createHash, createHmac } from 'node:crypto';

/** A request as it arrived at a bucket. */
export interface ArrivedRequest {
  method: string;
  /** Path and query, as they were sent. */
  target: string;
  headers: Record<string, string>;
  body: Buffer;
}

interface Expected {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  now: Date;
}

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
const validForMs = 15 * 60 * 1000;

/**
 * What S3 finds wrong with the signature of a request, by the code of its error, or null. Written from S3's
 * documentation (Signature Version 4 in the header of a request), apart from the code that signs.
 */
export function faultOfSignature(request: ArrivedRequest, expected: Expected): string | null {
  const { headers } = request;
  const parts = form.exec(headers.authorization ?? '');
  if (parts === null) return 'AccessDenied';
  const [, keyId = '', day = '', region = '', names = '', signature = ''] = parts;
  if (keyId !== expected.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== expected.region) return 'AuthorizationHeaderMalformed';
  const moment = headers['x-amz-date'] ?? '';
  const sentAt = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
  if (!(Math.abs(sentAt - expected.now.getTime()) <= validForMs)) return 'RequestTimeTooSkewed';
  const signedNames = names.split(';');
  const mustBeSigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (mustBeSigned.some((name) => !signedNames.includes(name))) return 'AccessDenied';
  const digest = headers['x-amz-content-sha256'] ?? '';
  if (hex(request.body) !== digest) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = request.target.split('?');
  let canonical = `${request.method}\n${path}\n${canonicalQuery(query)}\n`;
  for (const name of signedNames) canonical += `${name}:${(headers[name] ?? '').trim()}\n`;
  canonical += `\n${names}\n${digest}`;
  const toSign = `AWS4-HMAC-SHA256\n${moment}\n${day}/${region}/s3/aws4_request\n${hex(canonical)}`;
  const ofDay = mac(`AWS4${expected.secretAccessKey}`, day);
  const key = mac(mac(mac(ofDay, region), 's3'), 'aws4_request');
  return mac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

function canonicalQuery(query: string): string {
  const pairs = query.split('&').filter((pair) => pair !== '');
  return pairs
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&');
}

function hex(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function mac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
