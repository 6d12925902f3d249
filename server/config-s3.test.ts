import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigurationError, readConfig } from './config.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-bucket-'));
});
afterAll(() => rm(directory, { recursive: true }));

const whole = {
  S3_ENDPOINT: 'https://s3.eu-central-1.amazonaws.com',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'images-of-tokri',
  S3_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY=',
};

function bucketWith(variables: Record<string, string>) {
  return readConfig({ DATA_DIR: directory, ...variables }).then(({ IMAGE_BUCKET }) => IMAGE_BUCKET);
}

async function linesOf(variables: Record<string, string>): Promise<string[]> {
  const error = await bucketWith(variables).catch((thrown: unknown) => thrown);
  return error instanceof ConfigurationError ? error.lines : [];
}

test('images lie in the data folder unless a bucket is named', async () => {
  expect(await bucketWith({})).toBeNull();
  expect(await bucketWith({ S3_BUCKET: '', S3_ENDPOINT: '' })).toBeNull();
});

test('a bucket is named in the path unless that is turned off', async () => {
  const bucket = {
    endpoint: whole.S3_ENDPOINT,
    region: whole.S3_REGION,
    bucket: whole.S3_BUCKET,
    accessKeyId: whole.S3_ACCESS_KEY_ID,
    secretAccessKey: whole.S3_SECRET_ACCESS_KEY,
  };
  expect(await bucketWith(whole)).toEqual({ ...bucket, usesPathStyle: true });
  expect(await bucketWith({ ...whole, S3_PATH_STYLE: 'off' })).toEqual({ ...bucket, usesPathStyle: false });
});

test.each([
  'http://127.0.0.1:9000',
  'http://minio:9000/',
  'https://0123abcd.r2.cloudflarestorage.com',
  'https://project.supabase.co/storage/v1/s3',
  'http://[::1]:9000',
])('a bucket can be asked at %s', async (S3_ENDPOINT) => {
  expect(await bucketWith({ ...whole, S3_ENDPOINT })).toMatchObject({ endpoint: S3_ENDPOINT });
});

test('half a bucket is no bucket, and each thing that is missing has a line', async () => {
  expect(await linesOf({ S3_BUCKET: 'images' })).toEqual([
    'S3_ENDPOINT: required with S3_BUCKET.',
    'S3_REGION: required with S3_BUCKET.',
    'S3_ACCESS_KEY_ID: required with S3_BUCKET.',
    'S3_SECRET_ACCESS_KEY: required with S3_BUCKET.',
  ]);
  const { S3_BUCKET, ...withoutName } = whole;
  expect(await linesOf(withoutName)).toEqual(['S3_BUCKET: required with S3_ENDPOINT.']);
  expect(await linesOf({ S3_PATH_STYLE: 'on' })).toHaveLength(5);
});

test.each([
  ['S3_ENDPOINT', 's3.example'],
  ['S3_ENDPOINT', 'minio:9000'],
  ['S3_ENDPOINT', 'https://me:hunter2@s3.example'],
  ['S3_ENDPOINT', 'https://s3.example/?hunter2'],
  ['S3_ENDPOINT', 'https://s3.example/a b'],
  ['S3_ENDPOINT', 'http://s3.example:99999'],
  ['S3_ACCESS_KEY_ID', 'hunter2 '],
  ['S3_SECRET_ACCESS_KEY', 'hunter2\n'],
])('%s is refused as %j, in a line that does not repeat it', async (name, value) => {
  const lines = await linesOf({ ...whole, [name]: value });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(new RegExp(`^${name}: must be a.*, but is something else\\.$`));
});

test('what is no secret is repeated', async () => {
  const wrong = { S3_REGION: 'eu central', S3_BUCKET: 'my images/2026', S3_PATH_STYLE: 'yes' };
  expect(await linesOf({ ...whole, ...wrong })).toEqual([
    'S3_REGION: must be a region such as eu-central-1, or auto, but is "eu central".',
    'S3_BUCKET: must be the name of a bucket: 3 to 63 letters, digits, dots and dashes, but is "my images/2026".',
    'S3_PATH_STYLE: must be on or off, but is "yes".',
  ]);
});
