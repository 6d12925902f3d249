import { type ParseArgsConfig, parseArgs } from 'node:util';
import { email as emailSchema } from '#contract/fields.ts';
import { findAccountByEmail } from '#server/features/accounts/account.service.ts';
import type { AccountSummary, StaffContext } from '#server/features/accounts/staff/staff.service.ts';
import * as accounts from '#server/features/accounts/staff/staff.service.ts';

/** What a command was given. */
interface CommandInput {
  /** The address that it is about, lower-cased; empty for a command without one. */
  email: string;
  /** Its option was set. */
  isOptionSet: boolean;
  /** What was piped in, for the command that asks for it with its option. */
  password: string;
}

/** A command about accounts. What it gives is printed, a line each. */
interface AccountCommand {
  summary: string;
  /** Whether it is about an address; `unless-option` where its option takes the address's place. */
  address: 'required' | 'none' | 'unless-option';
  option?: 'admins' | 'all' | 'password-stdin';
  /** May begin a shop where there is none yet. */
  mayCreate?: boolean;
  run(context: StaffContext, given: CommandInput): Promise<string[]>;
}

export const accountCommands: Record<string, AccountCommand> = {
  'make-admin': {
    summary: 'makes an account an admin; opens one where there is none',
    address: 'required',
    mayCreate: true,
    async run(context, { email }) {
      const made = await accounts.makeAdmin(context, email);
      if (made.how === 'already') return [`${email} is an admin already.`];
      if (made.how === 'promoted')
        return [`${email} is an admin now.`, ...(await warnIfUnverified(context, email))];
      return [`${email} has a new account and is an admin. Password, shown only now: ${made.password}`];
    },
  },
  'remove-admin': {
    summary: 'makes an admin a shopper; the last admin stays one',
    address: 'required',
    async run(context, { email }) {
      const isRemoved = await accounts.removeAdmin(context, email);
      return [isRemoved ? `${email} is no admin any more.` : `${email} is no admin.`];
    },
  },
  'reset-password': {
    summary: 'gives a new password, invented or piped in; ends all sessions',
    address: 'required',
    option: 'password-stdin',
    async run(context, { email, isOptionSet, password }) {
      const chosen = await accounts.replacePassword(context, email, isOptionSet ? password : undefined);
      const said = `${email} has a new password and is logged out everywhere.`;
      return [isOptionSet ? said : `${said} Password, shown only now: ${chosen}`];
    },
  },
  suspend: {
    summary: 'closes an account and ends its sessions',
    address: 'required',
    async run(context, { email }) {
      const isSuspended = await accounts.suspendAccount(context, email);
      return [
        isSuspended ? `${email} is suspended and logged out everywhere.` : `${email} is suspended already.`,
      ];
    },
  },
  restore: {
    summary: 'opens a suspended account again',
    address: 'required',
    async run(context, { email }) {
      const isRestored = await accounts.restoreAccount(context, email);
      return [isRestored ? `${email} may log in again.` : `${email} is not suspended.`];
    },
  },
  'end-sessions': {
    summary: 'logs an account out everywhere, or everybody with --all',
    address: 'unless-option',
    option: 'all',
    async run(context, { email, isOptionSet }) {
      if (isOptionSet)
        return [`Everybody is logged out (${sessions(await accounts.endEverySession(context))}).`];
      return [
        `${email} is logged out everywhere (${sessions(await accounts.endSessionsByEmail(context, email))}).`,
      ];
    },
  },
  list: {
    summary: 'lists the accounts, or the admins alone with --admins',
    address: 'none',
    option: 'admins',
    async run(context, { isOptionSet }) {
      const listed = await accounts.listAccounts(context, { areAdmins: isOptionSet });
      return listed.length === 0 ? ['There is no account yet.'] : tableOf(listed);
    },
  },
};

/** Anybody may open an account under an address that is not theirs, in the hope that it is made an admin. */
async function warnIfUnverified(context: StaffContext, email: string): Promise<string[]> {
  if ((await findAccountByEmail(context, email))?.isEmailVerified !== false) return [];
  return [
    `Nobody has shown yet that they read the mails of this address. Unless you know who opened the account, run: npm run account -- reset-password ${email}`,
  ];
}

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

/** A terminal would obey some characters that a name from an older shop may hold. */
function stripControlCharacters(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}

/** The command line makes no sense; the message says which part. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What somebody asked for on the command line. */
export interface ParsedCommand {
  name: string;
  command: AccountCommand;
  email: string;
  isOptionSet: boolean;
}

/** Reads a command line; null when help is asked for. Throws `UsageError`. */
export function readCommandLine(words: readonly string[]): ParsedCommand | null {
  const [name, ...rest] = words;
  if (name === undefined || name === 'help' || words.includes('--help')) return null;
  const command = Object.hasOwn(accountCommands, name) ? accountCommands[name] : undefined;
  if (command === undefined) throw new UsageError(`There is no command ${JSON.stringify(name)}.`);
  const { option, address } = command;
  const { positionals, values } = parse(rest, option);
  const isOptionSet = option !== undefined && values[option] === true;
  const wantsAddress = address === 'required' || (address === 'unless-option' && !isOptionSet);
  if (positionals.length !== (wantsAddress ? 1 : 0)) {
    throw new UsageError(
      wantsAddress ? `${name} takes one e-mail address.` : `${name} takes no e-mail address here.`,
    );
  }
  return { name, command, email: wantsAddress ? emailOf(positionals[0]) : '', isOptionSet };
}

function parse(words: string[], option: AccountCommand['option']) {
  const options: ParseArgsConfig['options'] = option === undefined ? {} : { [option]: { type: 'boolean' } };
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    // Its first sentence names the word; the others speak to programmers.
    const [said = ''] = error instanceof Error ? error.message.split('. ') : [String(error)];
    throw new UsageError(`${said}.`);
  }
}

function emailOf(word: string | undefined): string {
  const { data, success } = emailSchema.safeParse(word);
  if (!success) throw new UsageError(`${JSON.stringify(word)} is no e-mail address.`);
  return data;
}

const columnWidth = 44;

/** What `help` prints. */
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
    'It finds the shop as `npm start` does, by DATA_DIR and DATABASE_URL, whether the shop is open or not.',
  ];
}
