import { mkdir } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { keptSecret } from './kept-secret.ts';

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

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

/** What the environment may say (decisions section 8). Empty text counts as not set. */
const environmentSchema = z.object({
  NODE_ENV: z.string().default('production'),
  // Not 0: links need the port before it is opened.
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DEMO_CATALOGUE: onOff.default(true),
  ADMIN_EMAIL: z.email().default('admin@tokri.local'),
  ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
  AUTH_SECRET: z.string().min(32).optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(areProxies, 'addresses, networks such as 10.0.0.0/8, or loopback')
    .default('loopback'),
  RATE_LIMITS: onOff.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SHOP_NAME: z.string().max(40).default('Tokri'),
  SHOP_TAGLINE: z.string().max(120).default('Groceries at your door in 10 minutes'),
  CONTACT_EMAIL: z.email().default('hello@tokri.local'),
  FACEBOOK_URL: z.url({ protocol: /^https$/ }).default('https://www.facebook.com/'),
  INSTAGRAM_URL: z.url({ protocol: /^https$/ }).default('https://www.instagram.com/'),
  LINKEDIN_URL: z.url({ protocol: /^https$/ }).default('https://www.linkedin.com/'),
});

type Environment = z.output<typeof environmentSchema>;

/** The configuration of a process. */
export interface Config extends Omit<Environment, 'PUBLIC_URL' | 'AUTH_SECRET'> {
  PUBLIC_URL: string;
  AUTH_SECRET: string;
}

/**
 * Reads the configuration from the environment, makes the data folder and, at the first time, the secret that
 * signs tokens. Throws a `ConfigurationError` that names every mistake.
 */
export async function readConfig(variables: NodeJS.ProcessEnv = process.env): Promise<Config> {
  const environment = parse(variables);
  const dataDirectory = resolve(environment.DATA_DIR);
  await mkdir(dataDirectory, { recursive: true }).catch((cause: Error) => {
    throw new ConfigurationError([`DATA_DIR: ${dataDirectory} cannot be made: ${cause.message}`]);
  });
  return {
    ...environment,
    DATA_DIR: dataDirectory,
    PUBLIC_URL: (environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`).replace(/\/+$/, ''),
    AUTH_SECRET: environment.AUTH_SECRET ?? (await generatedSecret(environment, dataDirectory)),
  };
}

function parse(variables: NodeJS.ProcessEnv): Environment {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(set);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(
    parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  );
}

async function generatedSecret(environment: Environment, dataDirectory: string): Promise<string> {
  if (environment.DATABASE_URL !== undefined && environment.NODE_ENV === 'production') {
    throw new ConfigurationError([
      'AUTH_SECRET: required with DATABASE_URL, because every process of the shop must sign with the same one.',
    ]);
  }
  return keptSecret(join(dataDirectory, 'auth-secret'));
}
