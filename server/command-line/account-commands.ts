import { type ParseArgsConfig, parseArgs } from 'node:util';
import { email as emailSchema } from '#contract/base/fields.ts';
import type { AccountSummary, StaffContext } from '#server/staff/staff.service.ts';
import * as accounts from '#server/staff/staff.service.ts';

interface CommandInput {
  /** Email address in lower case; empty for a command without one. */
  email: string;
  isOptionSet: boolean;
  /** Read from standard input when the option of the command asks for it. */
  password: string;
}

/** A command and its rules. `run` returns the lines to print. */
interface AccountCommand {
  summary: string;
  /** `unless-option`: the option replaces the address. */
  address: 'required' | 'none' | 'unless-option';
  option?: 'admins' | 'all' | 'force' | 'password-stdin';
  /** May create a data directory that does not exist yet. */
  mayCreate?: boolean;
  run(context: StaffContext, given: CommandInput): Promise<string[]>;
}

export const accountCommands: Record<string, AccountCommand> = {
  'make-admin': {
    summary: 'makes or creates an administrator; --force: unverified too',
    address: 'required',
    option: 'force',
    mayCreate: true,
    async run(context, { email, isOptionSet }) {
      const made = await accounts.makeAdmin(context, email, { isForced: isOptionSet });
      if (made.how === 'already') return [`${email} is already an administrator.`];
      const said =
        made.how === 'promoted'
          ? `${email} is now an administrator. All sessions are ended.`
          : `${email} has a new account and is an administrator.`;
      return [`${said} Password, shown only now: ${made.password}`];
    },
  },
  'remove-admin': {
    summary: 'removes the role; refuses for the last administrator',
    address: 'required',
    async run(context, { email }) {
      const isRemoved = await accounts.removeAdmin(context, email);
      return [isRemoved ? `${email} is no longer an administrator.` : `${email} is not an administrator.`];
    },
  },
  'reset-password': {
    summary: 'sets a new password, generated or piped in; ends all sessions',
    address: 'required',
    option: 'password-stdin',
    async run(context, { email, isOptionSet, password }) {
      const chosen = await accounts.replacePassword(context, email, isOptionSet ? password : undefined);
      const said = `${email} has a new password. All sessions are ended.`;
      return [isOptionSet ? said : `${said} Password, shown only now: ${chosen}`];
    },
  },
  'remove-second-factor': {
    summary: 'removes passkeys, app and recovery codes; ends all sessions',
    address: 'required',
    async run(context, { email }) {
      const isRemoved = await accounts.removeSecondFactor(context, email);
      return [
        isRemoved
          ? `${email} logs in with the password alone. All sessions are ended.`
          : `${email} has no second factor.`,
      ];
    },
  },
  suspend: {
    summary: 'suspends an account and ends its sessions',
    address: 'required',
    async run(context, { email }) {
      const isSuspended = await accounts.suspendAccount(context, email);
      return [
        isSuspended ? `${email} is suspended. All sessions are ended.` : `${email} is already suspended.`,
      ];
    },
  },
  restore: {
    summary: 'restores a suspended account',
    address: 'required',
    async run(context, { email }) {
      const isRestored = await accounts.restoreAccount(context, email);
      return [isRestored ? `${email} can log in again.` : `${email} is not suspended.`];
    },
  },
  'end-sessions': {
    summary: 'ends all sessions of an account, or of everyone with --all',
    address: 'unless-option',
    option: 'all',
    async run(context, { email, isOptionSet }) {
      if (isOptionSet)
        return [`All accounts are logged out (${sessions(await accounts.endEverySession(context))}).`];
      return [`${email} is logged out (${sessions(await accounts.endSessionsByEmail(context, email))}).`];
    },
  },
  list: {
    summary: 'lists the accounts, or only administrators with --admins',
    address: 'none',
    option: 'admins',
    async run(context, { isOptionSet }) {
      const listed = await accounts.listAccounts(context, { areAdmins: isOptionSet });
      return listed.length === 0 ? ['There are no accounts.'] : tableOf(listed);
    },
  },
};

function sessions(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`;
}

const heading = ['ADDRESS', 'NAME', 'ROLE', 'STATUS', 'VERIFIED', 'LAST LOGIN'];

function tableOf(listed: readonly AccountSummary[]): string[] {
  const rows = [heading, ...listed.map(cellsOf)];
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function cellsOf({ email, name, isAdmin, status, isEmailVerified, lastLoginAt }: AccountSummary): string[] {
  const lastLogin = lastLoginAt?.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
  return [
    email,
    stripControlCharacters(name),
    isAdmin ? 'ADMIN' : 'USER',
    status,
    isEmailVerified ? 'yes' : 'no',
    lastLogin ?? 'never',
  ];
}

/** Control characters in a name could be executed by the terminal. */
function stripControlCharacters(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}

/** An invalid command line; the message says which part. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface ParsedCommand {
  name: string;
  command: AccountCommand;
  email: string;
  isOptionSet: boolean;
}

/** Parses a command line; null when help is requested. Throws `UsageError`. */
export function readCommandLine(words: readonly string[]): ParsedCommand | null {
  const [name, ...rest] = words;
  if (name === undefined || name === 'help' || words.includes('--help')) return null;
  const command = Object.hasOwn(accountCommands, name) ? accountCommands[name] : undefined;
  if (command === undefined) throw new UsageError(`Unknown command ${JSON.stringify(name)}.`);
  const { option, address } = command;
  const { positionals, values } = parse(rest, option);
  const isOptionSet = option !== undefined && values[option] === true;
  const wantsAddress = address === 'required' || (address === 'unless-option' && !isOptionSet);
  if (positionals.length !== (wantsAddress ? 1 : 0)) {
    throw new UsageError(
      wantsAddress ? `${name} takes one email address.` : `${name} takes no email address here.`,
    );
  }
  return { name, command, email: wantsAddress ? emailOf(positionals[0]) : '', isOptionSet };
}

function parse(words: string[], option: AccountCommand['option']) {
  const options: ParseArgsConfig['options'] = option === undefined ? {} : { [option]: { type: 'boolean' } };
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    // The first sentence of the parser's message names the argument; the others address programmers.
    const [said = ''] = error instanceof Error ? error.message.split('. ') : [String(error)];
    throw new UsageError(`${said}.`);
  }
}

function emailOf(word: string | undefined): string {
  const { data, success } = emailSchema.safeParse(word);
  if (!success) throw new UsageError(`${JSON.stringify(word)} is not an email address.`);
  return data;
}

const columnWidth = 44;

export function helpLines(): string[] {
  const lines = Object.entries(accountCommands).map(([name, { summary, address, option }]) => {
    const place = address === 'none' ? '' : '<email>';
    const flag = option === undefined ? '' : `--${option}`;
    const usage = address === 'unless-option' ? `${place} | ${flag}` : `${place} ${flag && `[${flag}]`}`;
    return `  ${`${name} ${usage.trim()}`.padEnd(columnWidth)}${summary}`;
  });
  return [
    'Usage: npm run account -- <command> …',
    '',
    ...lines,
    `  ${'help'.padEnd(columnWidth)}shows this`,
    '',
    'Uses DATA_DIR and DATABASE_URL like `npm start`, whether the server is running or not.',
  ];
}
