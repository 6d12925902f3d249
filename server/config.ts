import { access, constants, mkdir } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isGstin } from '#contract/base/gstin.ts';
import { maximumLines, maximumPasswordLength, maximumQuantity } from '#contract/base/limits.ts';
import {
  exampleLinks,
  initialIdentity,
  storeAddress,
  storeName,
  storeTagline,
} from '#contract/store/store-identity.ts';
import type { DatabaseAccess } from '#server/database/app-role.ts';
import { type Mailbox, parseMailbox } from '#server/providers/email/email-provider.ts';
import type { BucketSettings } from '#server/providers/image-storage/s3-storage.ts';
import { persistedSecret } from './base/secrets.ts';

/** Invalid configuration, with a line for each mistake. */
export class ConfigurationError extends Error {
  readonly lines: string[];

  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigurationError';
    this.lines = lines;
  }
}

const proxyRanges = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether Fastify's `trustProxy` accepts the list of addresses and networks. */
function areProxies(list: string): boolean {
  return list.split(',').every((entry) => {
    const [address = '', bits, ...more] = entry.trim().split('/');
    if (proxyRanges.includes(address)) return bits === undefined;
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    if (longest < 0 || more.length > 0) return false;
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest);
  });
}

/** Whether Node and PostgreSQL know the time zone and agree on it: some short names are ambiguous. */
function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Whether a URL has no path, query and credentials: pages are served at the root. */
function isOrigin(address: string): boolean {
  const { pathname, search, hash, username, password } = new URL(address);
  return pathname === '/' && `${search}${hash}${username}${password}` === '';
}

const onOff = z.enum(['on', 'off'], 'on or off').transform((value) => value === 'on');
const portText = 'a port from 1 to 65535';
const port = z.coerce.number(portText).int(portText).min(1, portText).max(65_535, portText);
const units = `a number from 1 to ${maximumLines * maximumQuantity}`;
const delay = 'a number of seconds from 0 to 60';
const email = z.email('an email address');
const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  hostname: /./,
  error: 'a postgres:// address of a server',
});
// Aborts, because a refinement reads its parts.
const webUrl = z.url({ protocol: /^https?$/, error: 'an http:// or https:// address', abort: true });
const secureUrl = z.url({ protocol: /^https$/, error: 'an https:// address' });
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const atLeast = (length: number) => z.string().min(length, `of ${length} characters at least`);
const atMost = (length: number) => z.string().max(length, `of ${length} characters at most`);
/** A value that the settings of the store accept. */
const first = (setting: z.ZodType, message: string) =>
  z.string().refine((value) => setting.safeParse(value).success, message);
const optionalText = (form: RegExp, message: string) => z.string().regex(form, message).optional();

/** The environment variables of the image bucket. A message ends the sentence '… must be'. */
const bucketEnvironment = {
  S3_ENDPOINT: z
    .string()
    .refine(
      isEndpoint,
      'an address such as https://s3.eu-central-1.amazonaws.com, without password and query',
    )
    .optional(),
  S3_REGION: optionalText(/^[A-Za-z0-9-]+$/, 'a region such as eu-central-1, or auto'),
  S3_BUCKET: optionalText(
    /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/,
    'the name of a bucket: 3 to 63 letters, digits, dots and dashes',
  ),
  S3_ACCESS_KEY_ID: optionalText(/^[!-~]+$/, 'an id of a key, without spaces'),
  S3_SECRET_ACCESS_KEY: optionalText(/^[!-~]+$/, 'a secret without spaces'),
  S3_PATH_STYLE: onOff.optional(),
};

/** Whether a URL can be an endpoint. Its path must not need encoding. */
function isEndpoint(address: string): boolean {
  return /^https?:\/\/[A-Za-z0-9.:[\]-]+(?:\/[A-Za-z0-9._~/-]*)?$/.test(address) && URL.canParse(address);
}

type BucketEnvironment = z.output<z.ZodObject<typeof bucketEnvironment>>;

const needed = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** The environment variables. A message ends the sentence '… must be'. */
const environmentSchema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], 'production or development').default('production'),
  // Not 0: links need the port before it is opened.
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webUrl.refine(isOrigin, 'an address without a path, such as https://shop.example').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  DATABASE_SESSION_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DEMO_CATALOGUE: onOff.default(true),
  ADMIN_EMAIL: email.default('admin@tokri.local'),
  ADMIN_PASSWORD: atMost(maximumPasswordLength).optional(),
  AUTH_SECRET: atLeast(32).optional(),
  AUTH_SECRET_PREVIOUS: atLeast(32).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: 'an smtp:// or smtps:// address' })
    .optional(),
  MAIL_FROM: z
    .string()
    .transform((text, { addIssue }) => {
      const mailbox = parseMailbox(text);
      if (mailbox === null)
        addIssue('an email address, or a name and an address: Tokri <hello@shop.example>');
      return mailbox ?? z.NEVER;
    })
    .optional(),
  PAYMENTS: z
    .enum(
      ['cash', 'sandbox', 'sandbox-in-public', 'stripe', 'razorpay'],
      'cash, sandbox, sandbox-in-public, stripe or razorpay',
    )
    .optional(),
  STRIPE_SECRET_KEY: optionalText(/^[sr]k_/, 'a key that begins with sk_ or rk_'),
  // Not used by the pages, which redirect to Stripe; required to detect a mix of test and live keys.
  STRIPE_PUBLISHABLE_KEY: optionalText(/^pk_/, 'a key that begins with pk_'),
  STRIPE_WEBHOOK_SECRET: optionalText(/^whsec_/, 'a secret that begins with whsec_'),
  STRIPE_API_URL: webUrl.optional(),
  RAZORPAY_KEY_ID: optionalText(
    /^rzp_(?:test|live)_\w+$/,
    'a key id that begins with rzp_test_ or rzp_live_',
  ),
  RAZORPAY_KEY_SECRET: optionalText(/^[!-~]+$/, 'a secret without spaces'),
  RAZORPAY_WEBHOOK_SECRET: atLeast(8).optional(),
  RAZORPAY_API_URL: webUrl.optional(),
  PUSH_TEST_ORIGIN: z
    .string()
    .regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/, 'an origin of this machine such as http://127.0.0.1:4000')
    .optional(),
  SEARCH_ENGINE: z.enum(['built-in', 'meilisearch'], 'built-in or meilisearch').default('built-in'),
  MEILISEARCH_URL: webUrl.optional(),
  MEILISEARCH_API_KEY: z.string().optional(),
  ...bucketEnvironment,
  METRICS_TOKEN: atLeast(16).optional(),
  METRICS_PORT: port.optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(areProxies, 'addresses, networks such as 10.0.0.0/8, or loopback')
    .default('loopback'),
  UNPAID_ORDER_UNITS: z.coerce
    .number(units)
    .int(units)
    .min(1, units)
    .max(maximumLines * maximumQuantity, units)
    .default(100),
  SHUTDOWN_DELAY_SECONDS: z.coerce.number(delay).min(0, delay).max(60, delay).default(0),
  RATE_LIMITS: onOff.default(true),
  STAFF_SECOND_FACTOR: z.enum(['optional', 'required'], 'optional or required').default('optional'),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  SHOP_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'a time zone such as Asia/Kolkata or UTC')
    .default('Asia/Kolkata'),
  // What the settings of the store start with; from then on they are changed in the dashboard.
  SHOP_NAME: first(storeName, 'a name of 1 to 40 characters').default('Tokri'),
  SHOP_TAGLINE: first(storeTagline, 'a line of 1 to 120 characters').default(
    initialIdentity.identity.tagline,
  ),
  SHOP_ADDRESS: first(storeAddress, 'a text of at most 200 characters').default(''),
  SHOP_GSTIN: z
    .string()
    .refine(isGstin, 'a GSTIN of 15 characters with the right check character, such as 27AAPFU0939F1ZV')
    .optional(),
  CONTACT_EMAIL: email.default('hello@tokri.local'),
  FACEBOOK_URL: secureUrl.optional(),
  INSTAGRAM_URL: secureUrl.optional(),
  LINKEDIN_URL: secureUrl.optional(),
});

/** Values that are not repeated in messages. */
const secrets: readonly PropertyKey[] = [
  'ADMIN_PASSWORD',
  'AUTH_SECRET',
  'AUTH_SECRET_PREVIOUS',
  'BACKUP_PASSPHRASE',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_SESSION_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'MEILISEARCH_API_KEY',
  'METRICS_TOKEN',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
];

export const settingNames = Object.keys(environmentSchema.shape);

type Environment = z.output<typeof environmentSchema>;

export interface Config
  extends Omit<
    Environment,
    | 'PUBLIC_URL'
    | 'PAYMENTS'
    | 'AUTH_SECRET'
    | 'MAIL_FROM'
    | 'METRICS_TOKEN'
    | 'FACEBOOK_URL'
    | 'INSTAGRAM_URL'
    | 'LINKEDIN_URL'
  > {
  PUBLIC_URL: string;
  /** Links in the footer; empty for none. */
  SOCIAL_LINKS: typeof exampleLinks;
  /** The provider of card payments; `cash` for none. */
  PAYMENTS: 'cash' | 'sandbox' | 'stripe' | 'razorpay';
  AUTH_SECRET: string;
  /** Allows reading `/metrics`; null only if they have their own port, which listens on the loopback interface. */
  METRICS_TOKEN: string | null;
  /** Sender of emails. */
  MAIL_FROM: Mailbox;
  /** The bucket for images; null for the data folder. */
  IMAGE_BUCKET: BucketSettings | null;
}

/**
 * Reads the configuration from the environment; creates the data folder and, at the first start, the secret. Throws a
 * `ConfigurationError` with every mistake.
 */
export async function readConfig(variables: NodeJS.ProcessEnv = process.env): Promise<Config> {
  const environment = parse(environmentSchema, variables);
  requirePaymentKeys(environment);
  const payments = selectPayments(environment);
  const missing = findMissingBucketSettings(environment);
  if (environment.SEARCH_ENGINE === 'meilisearch' && environment.MEILISEARCH_URL === undefined)
    missing.push('MEILISEARCH_URL: required with SEARCH_ENGINE=meilisearch.');
  // It would switch off the check of certificates in all connections.
  if (variables.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    missing.push(
      'NODE_TLS_REJECT_UNAUTHORIZED: must not be 0. NODE_EXTRA_CA_CERTS names an authority of your own.',
    );
  findExternalDatabase(environment);
  if (missing.length > 0) throw new ConfigurationError(missing);
  const dataDirectory = resolve(environment.DATA_DIR);
  await prepareDataDirectory(dataDirectory);
  const { FACEBOOK_URL, INSTAGRAM_URL, LINKEDIN_URL, ...others } = environment;
  const { facebook, instagram, linkedin } = environment.DEMO_CATALOGUE
    ? exampleLinks
    : initialIdentity.identity;
  return {
    ...others,
    SOCIAL_LINKS: {
      facebook: FACEBOOK_URL ?? facebook,
      instagram: INSTAGRAM_URL ?? instagram,
      linkedin: LINKEDIN_URL ?? linkedin,
    },
    DATA_DIR: dataDirectory,
    // In the form of the `Origin` header: lower case, without trailing slash and default port.
    PUBLIC_URL: new URL(environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`).origin,
    PAYMENTS: payments,
    AUTH_SECRET: environment.AUTH_SECRET ?? (await generatedSecret(environment, dataDirectory)),
    METRICS_TOKEN: environment.METRICS_TOKEN ?? (await generatedMetricsToken(environment, dataDirectory)),
    MAIL_FROM: environment.MAIL_FROM ?? { name: environment.SHOP_NAME, address: environment.CONTACT_EMAIL },
    IMAGE_BUCKET: toBucketSettings(environment),
  };
}

export type StorageSettings = Pick<
  Config,
  'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_SESSION_URL'
>;

interface CommandSettings extends StorageSettings, Pick<Config, 'IMAGE_BUCKET'> {
  /** Encrypts and decrypts backups. */
  BACKUP_PASSPHRASE?: string | undefined;
}

const storageSchema = z.object({
  DATA_DIR: environmentSchema.shape.DATA_DIR,
  DATABASE_URL: environmentSchema.shape.DATABASE_URL,
  DATABASE_OWNER_URL: environmentSchema.shape.DATABASE_OWNER_URL,
  DATABASE_SESSION_URL: environmentSchema.shape.DATABASE_SESSION_URL,
  BACKUP_PASSPHRASE: atLeast(12).optional(),
  ...bucketEnvironment,
});

/** The settings that a command needs to find the data of a shop. Throws `ConfigurationError`. */
export function readStorage(variables: NodeJS.ProcessEnv = process.env): CommandSettings {
  const storage = parse(storageSchema, variables);
  const missing = findMissingBucketSettings(storage);
  if (missing.length > 0) throw new ConfigurationError(missing);
  return { ...storage, DATA_DIR: resolve(storage.DATA_DIR), IMAGE_BUCKET: toBucketSettings(storage) };
}

/** Null for the embedded database. Throws `ConfigurationError` for another address without that of the database. */
export function findExternalDatabase(settings: Omit<StorageSettings, 'DATA_DIR'>): DatabaseAccess | null {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATABASE_SESSION_URL: sessionUrl } = settings;
  if (url !== undefined)
    return { url, ownerUrl: ownerUrl ?? sessionUrl ?? url, sessionUrl: sessionUrl ?? null };
  if (ownerUrl === undefined && sessionUrl === undefined) return null;
  const given = ownerUrl === undefined ? 'DATABASE_SESSION_URL' : 'DATABASE_OWNER_URL';
  throw new ConfigurationError([`DATABASE_URL: required with ${given}.`]);
}

function parse<Output>(schema: z.ZodType<Output>, variables: NodeJS.ProcessEnv): Output {
  // An empty variable counts as not set.
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const mistakes = new Map(parsed.error.issues.map(({ path: [name = ''], message }) => [name, message]));
  throw new ConfigurationError(
    [...mistakes].map(([name, message]) => {
      const given = secrets.includes(name) ? 'something else' : JSON.stringify(set[String(name)]);
      return `${String(name)}: must be ${message}, but is ${given}.`;
    }),
  );
}

async function prepareDataDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true }).catch((cause: Error) => {
    throw new ConfigurationError([`DATA_DIR: ${directory} cannot be made: ${cause.message}`]);
  });
  await access(directory, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: Error) => {
    throw new ConfigurationError([
      `DATA_DIR: ${directory} cannot be written by this account: ${cause.message}`,
    ]);
  });
}

/**
 * The sandbox delivers goods without money, so a shop with a public address uses it only if its operator writes so.
 * Throws a `ConfigurationError`.
 */
function selectPayments({ PAYMENTS: payments, PUBLIC_URL: publicUrl }: Environment): Config['PAYMENTS'] {
  const isPublic = publicUrl !== undefined && !isLoopback(new URL(publicUrl));
  if (payments === undefined) return isPublic ? 'cash' : 'sandbox';
  if (payments === 'sandbox-in-public') return 'sandbox';
  if (payments === 'sandbox' && isPublic)
    throw new ConfigurationError([
      `PAYMENTS: sandbox moves no money, and PUBLIC_URL is ${publicUrl}. Set stripe or razorpay for real payments, cash for cash on delivery only, or sandbox-in-public for a demonstration.`,
    ]);
  return payments;
}

/** Whether only this machine can open the address. */
function isLoopback({ protocol, hostname }: URL): boolean {
  const isOwn = hostname === '[::1]' || /^(?:.+\.)?localhost$|^127\.\d+\.\d+\.\d+$/.test(hostname);
  return protocol === 'http:' && isOwn;
}

/** Throws a `ConfigurationError` for missing keys of the provider, and for a mix of test and live keys of Stripe. */
function requirePaymentKeys(environment: Environment): void {
  if (environment.PAYMENTS === 'razorpay') requireRazorpayKeys(environment);
  if (environment.PAYMENTS !== 'stripe') return;
  const needed = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  const lines = needed
    .filter((name) => environment[name] === undefined)
    .map((name) => `${name}: required with PAYMENTS=stripe.`);
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = environment;
  if (secret !== undefined && publishable !== undefined && isTestKey(secret) !== isTestKey(publishable)) {
    lines.push(
      'STRIPE_PUBLISHABLE_KEY: must be of the same mode as STRIPE_SECRET_KEY: both test or both live.',
    );
  }
  if (lines.length > 0) throw new ConfigurationError(lines);
}

function requireRazorpayKeys(environment: Environment): void {
  const names = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;
  const lines = names
    .filter((name) => environment[name] === undefined)
    .map((name) => `${name}: required with PAYMENTS=razorpay.`);
  if (lines.length > 0) throw new ConfigurationError(lines);
}

function isTestKey(key: string): boolean {
  return key.split('_')[1] === 'test';
}

async function generatedSecret(environment: Environment, dataDirectory: string): Promise<string> {
  if (environment.DATABASE_URL !== undefined && environment.NODE_ENV === 'production') {
    throw new ConfigurationError([
      'AUTH_SECRET: required with DATABASE_URL, because all processes must sign with the same one.',
    ]);
  }
  return dataFolderSecret(dataDirectory, 'auth-secret');
}

function generatedMetricsToken(environment: Environment, dataDirectory: string): Promise<string> | null {
  return environment.METRICS_PORT === undefined ? dataFolderSecret(dataDirectory, 'metrics-token') : null;
}

function dataFolderSecret(dataDirectory: string, file: string): Promise<string> {
  return persistedSecret(join(dataDirectory, file)).catch((cause: Error) => {
    throw new ConfigurationError([`DATA_DIR: ${cause.message}`]);
  });
}

/** A line for each missing variable, if any is set. */
function findMissingBucketSettings(environment: BucketEnvironment): string[] {
  const given = [...needed, 'S3_PATH_STYLE' as const].find((name) => environment[name] !== undefined);
  if (given === undefined) return [];
  const missing = needed.filter((name) => environment[name] === undefined);
  return missing.map((name) => `${name}: required with ${given}.`);
}

/** The configured bucket, or null. */
function toBucketSettings(environment: BucketEnvironment): BucketSettings | null {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = environment;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (endpoint === undefined || region === undefined || bucket === undefined) return null;
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  const usesPathStyle = environment.S3_PATH_STYLE ?? true;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, usesPathStyle };
}
