import { access, constants, mkdir } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Mailbox, parseMailbox } from '#server/providers/email/email-provider.ts';
import {
  bucketEnvironment,
  findMissingBucketSettings,
  toBucketSettings,
} from '#server/providers/image-storage/s3-config.ts';
import type { BucketSettings } from '#server/providers/image-storage/s3-storage.ts';
import { persistedSecret } from './secrets.ts';

/** The configuration cannot work; each line names one mistake. */
export class ConfigurationError extends Error {
  readonly lines: string[];

  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigurationError';
    this.lines = lines;
  }
}

const proxyRanges = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether a text names addresses and networks in the way that Fastify's `trustProxy` reads them. */
function areProxies(list: string): boolean {
  return list.split(',').every((entry) => {
    const [address = '', bits, ...more] = entry.trim().split('/');
    if (proxyRanges.includes(address)) return bits === undefined;
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    if (longest < 0 || more.length > 0) return false;
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest);
  });
}

/** Whether both Node and PostgreSQL know a time zone, and take it for the same: some short names are two zones. */
function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Whether an address names a place alone: the pages lie at its root, and no path, query or password can be kept. */
function isOrigin(address: string): boolean {
  const { pathname, search, hash, username, password } = new URL(address);
  return pathname === '/' && `${search}${hash}${username}${password}` === '';
}

const onOff = z.enum(['on', 'off'], 'on or off').transform((value) => value === 'on');
const port = 'a port from 1 to 65535';
const email = z.email('an e-mail address');
const secureUrl = z.url({ protocol: /^https$/, error: 'an https:// address' });
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What the environment may say (decisions section 8). A message ends the sentence '… must be'. */
const environmentSchema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], 'production or development').default('production'),
  // Not 0: links need the port before it is opened.
  PORT: z.coerce.number(port).int(port).min(1, port).max(65_535, port).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an http:// or https:// address', abort: true })
    .refine(isOrigin, 'an address without a path, such as https://shop.example')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, hostname: /./, error: 'a postgres:// address of a server' })
    .optional(),
  DEMO_CATALOGUE: onOff.default(true),
  ADMIN_EMAIL: email.default('admin@tokri.local'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'of 8 characters at least')
    .max(128, 'of 128 characters at most')
    .optional(),
  AUTH_SECRET: z.string().min(32, 'of 32 characters at least').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: 'an smtp:// or smtps:// address' })
    .optional(),
  MAIL_FROM: z
    .string()
    .transform((text, { addIssue }) => {
      const mailbox = parseMailbox(text);
      if (mailbox === null)
        addIssue('an e-mail address, or a name and an address: Tokri <hello@shop.example>');
      return mailbox ?? z.NEVER;
    })
    .optional(),
  PAYMENTS: z.enum(['sandbox', 'stripe'], 'sandbox or stripe').default('sandbox'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'a key that begins with sk_ or rk_')
    .optional(),
  // Not used by our own pages, which lead to Stripe's; given with the others, a mix of test and real keys is noticed.
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'a key that begins with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'a secret that begins with whsec_')
    .optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/, error: 'an http:// or https:// address' }).optional(),
  ...bucketEnvironment,
  TRUSTED_PROXIES: z
    .string()
    .refine(areProxies, 'addresses, networks such as 10.0.0.0/8, or loopback')
    .default('loopback'),
  RATE_LIMITS: onOff.default(true),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  SHOP_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'a time zone such as Asia/Kolkata or UTC')
    .default('Asia/Kolkata'),
  SHOP_NAME: z.string().max(40, 'of 40 characters at most').default('Tokri'),
  SHOP_TAGLINE: z
    .string()
    .max(120, 'of 120 characters at most')
    .default('Groceries at your door in 10 minutes'),
  SHOP_ADDRESS: z.string().max(200, 'of 200 characters at most').default(''),
  SHOP_GSTIN: z
    .string()
    .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, 'a GSTIN of 15 characters such as 27ABCDE1234F1Z5')
    .optional(),
  CONTACT_EMAIL: email.default('hello@tokri.local'),
  FACEBOOK_URL: secureUrl.default('https://www.facebook.com/'),
  INSTAGRAM_URL: secureUrl.default('https://www.instagram.com/'),
  LINKEDIN_URL: secureUrl.default('https://www.linkedin.com/'),
});

/** Never to be repeated on a terminal. */
const secrets: readonly PropertyKey[] = [
  'ADMIN_PASSWORD',
  'AUTH_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
];

/** The names of all settings. */
export const settingNames = Object.keys(environmentSchema.shape);

type Environment = z.output<typeof environmentSchema>;

/** The configuration of a process. */
export interface Config extends Omit<Environment, 'PUBLIC_URL' | 'AUTH_SECRET' | 'MAIL_FROM'> {
  PUBLIC_URL: string;
  AUTH_SECRET: string;
  /** Whom mails are from. */
  MAIL_FROM: Mailbox;
  /** Where pictures are kept; null for the data folder. */
  IMAGE_BUCKET: BucketSettings | null;
}

/**
 * Reads the configuration from the environment, makes the data folder and, at the first time, the secret that
 * signs tokens. Throws a `ConfigurationError` that names every mistake.
 */
export async function readConfig(variables: NodeJS.ProcessEnv = process.env): Promise<Config> {
  const environment = parse(environmentSchema, variables);
  requirePaymentKeys(environment);
  const missing = findMissingBucketSettings(environment);
  if (missing.length > 0) throw new ConfigurationError(missing);
  const dataDirectory = resolve(environment.DATA_DIR);
  await prepareDataDirectory(dataDirectory);
  return {
    ...environment,
    DATA_DIR: dataDirectory,
    // As browsers name it in `Origin`: lower case, without a slash or the port that goes without saying.
    PUBLIC_URL: new URL(environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`).origin,
    AUTH_SECRET: environment.AUTH_SECRET ?? (await generatedSecret(environment, dataDirectory)),
    MAIL_FROM: environment.MAIL_FROM ?? { name: environment.SHOP_NAME, address: environment.CONTACT_EMAIL },
    IMAGE_BUCKET: toBucketSettings(environment),
  };
}

/** Where a shop keeps what lasts: all that a command has to know to find it. Throws `ConfigurationError`. */
export function readStorage(
  variables: NodeJS.ProcessEnv = process.env,
): Pick<Config, 'DATA_DIR' | 'DATABASE_URL'> {
  const storage = parse(environmentSchema.pick({ DATA_DIR: true, DATABASE_URL: true }), variables);
  return { ...storage, DATA_DIR: resolve(storage.DATA_DIR) };
}

function parse<Output>(schema: z.ZodType<Output>, variables: NodeJS.ProcessEnv): Output {
  // Empty text counts as not set.
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

/** Throws a `ConfigurationError` where the shop could keep nothing. */
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

/** Throws a `ConfigurationError` where real payments lack a key, or its keys are of two worlds. */
function requirePaymentKeys(environment: Environment): void {
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

function isTestKey(key: string): boolean {
  return key.split('_')[1] === 'test';
}

async function generatedSecret(environment: Environment, dataDirectory: string): Promise<string> {
  if (environment.DATABASE_URL !== undefined && environment.NODE_ENV === 'production') {
    throw new ConfigurationError([
      'AUTH_SECRET: required with DATABASE_URL, because every process of the shop must sign with the same one.',
    ]);
  }
  return persistedSecret(join(dataDirectory, 'auth-secret')).catch((cause: Error) => {
    throw new ConfigurationError([`DATA_DIR: ${cause.message}`]);
  });
}
