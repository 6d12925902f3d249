import { z } from 'zod';
import type { BucketSettings } from './s3-storage.ts';

const text = (form: RegExp, message: string) => z.string().regex(form, message).optional();

/** What the environment may say of a bucket for pictures. A message ends the sentence '… must be'. */
export const bucketEnvironment = {
  S3_ENDPOINT: z
    .string()
    .refine(
      isEndpoint,
      'an address such as https://s3.eu-central-1.amazonaws.com, without password and query',
    )
    .optional(),
  S3_REGION: text(/^[A-Za-z0-9-]+$/, 'a region such as eu-central-1, or auto'),
  S3_BUCKET: text(
    /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/,
    'the name of a bucket: 3 to 63 letters, digits, dots and dashes',
  ),
  S3_ACCESS_KEY_ID: text(/^[!-~]+$/, 'an id of a key, without spaces'),
  S3_SECRET_ACCESS_KEY: text(/^[!-~]+$/, 'a secret without spaces'),
  S3_PATH_STYLE: z.enum(['on', 'off'], 'on or off').optional(),
};

/** Whether a service can be asked there. What is signed is the path as it stands, so it must need no encoding. */
function isEndpoint(address: string): boolean {
  return /^https?:\/\/[A-Za-z0-9.:[\]-]+(?:\/[A-Za-z0-9._~/-]*)?$/.test(address) && URL.canParse(address);
}

type BucketEnvironment = z.output<z.ZodObject<typeof bucketEnvironment>>;

const needed = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** A line for each thing that the environment leaves out of the bucket that it speaks of. */
export function findMissingBucketSettings(environment: BucketEnvironment): string[] {
  const given = [...needed, 'S3_PATH_STYLE' as const].find((name) => environment[name] !== undefined);
  if (given === undefined) return [];
  const missing = needed.filter((name) => environment[name] === undefined);
  return missing.map((name) => `${name}: required with ${given}.`);
}

/** The bucket that the environment names, or null. */
export function toBucketSettings(environment: BucketEnvironment): BucketSettings | null {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = environment;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (endpoint === undefined || region === undefined || bucket === undefined) return null;
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  const usesPathStyle = environment.S3_PATH_STYLE !== 'off';
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, usesPathStyle };
}
