import { expect, test } from 'vitest';
import { type ArrivedRequest, findSignatureError } from '#tests/fixtures/servers/s3.ts';
import { signRequest } from './s3-signature.ts';

// The keys, moment and requests of S3's documentation:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
const keys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const now = new Date('2013-05-24T00:00:00Z');
const host = 'examplebucket.s3.amazonaws.com';
const credential = `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/20130524/us-east-1/s3/aws4_request`;
const getSignature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';
const putSignature = '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd';

test('a request is signed as the documentation of S3 signs it', () => {
  const headers = signRequest(
    { method: 'GET', url: new URL(`https://${host}/test.txt`), headers: { range: 'bytes=0-9' } },
    keys,
    now,
  );
  expect(headers).toEqual({
    range: 'bytes=0-9',
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    authorization: `${credential}, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=${getSignature}`,
  });
});

test('a request with a body is signed as the documentation of S3 signs it', () => {
  const { authorization } = signRequest(
    {
      method: 'PUT',
      url: new URL(`https://${host}/test%24file.text`),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: Buffer.from('Welcome to Amazon S3.'),
    },
    keys,
    now,
  );
  expect(authorization).toBe(
    `${credential}, SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class, Signature=${putSignature}`,
  );
});

// So that the server of the tests accepts what S3 accepts.
const documented: [string, ArrivedRequest][] = [
  ['GET Object', arrived('/test.txt', 'host;range', getSignature, { range: 'bytes=0-9' })],
  [
    'GET Bucket Lifecycle',
    arrived('/?lifecycle', 'host', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'),
  ],
  [
    'GET Bucket',
    arrived(
      '/?max-keys=2&prefix=J',
      'host',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ),
  ],
];

function arrived(target: string, names: string, signature: string, more: Record<string, string> = {}) {
  const signedHeaders = `${names};x-amz-content-sha256;x-amz-date`;
  const headers = {
    host,
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    authorization: `${credential},SignedHeaders=${signedHeaders},Signature=${signature}`,
    ...more,
  };
  return { method: 'GET', target, headers, body: Buffer.alloc(0) };
}

test.each(documented)(
  'the bucket of the tests accepts the documented %s, and only that',
  (_name, request) => {
    const expected = { ...keys, now };
    expect(findSignatureError(request, expected)).toBeNull();
    const faultOf = (change: Partial<ArrivedRequest>, other = expected) =>
      findSignatureError({ ...request, ...change }, other);
    expect(faultOf({ method: 'PUT' })).toBe('SignatureDoesNotMatch');
    expect(faultOf({ target: '/another.txt' })).toBe('SignatureDoesNotMatch');
    expect(faultOf({ body: Buffer.from('more') })).toBe('XAmzContentSHA256Mismatch');
    expect(faultOf({ headers: { ...request.headers, 'x-amz-acl': 'public-read' } })).toBe('AccessDenied');
    expect(faultOf({ headers: { ...request.headers, authorization: '' } })).toBe('AccessDenied');
    expect(faultOf({}, { ...expected, secretAccessKey: 'guessed' })).toBe('SignatureDoesNotMatch');
    expect(faultOf({}, { ...expected, accessKeyId: 'another' })).toBe('InvalidAccessKeyId');
    expect(faultOf({}, { ...expected, region: 'eu-west-1' })).toBe('AuthorizationHeaderMalformed');
    expect(faultOf({}, { ...expected, now: new Date('2013-05-24T00:16:00Z') })).toBe('RequestTimeTooSkewed');
  },
);
