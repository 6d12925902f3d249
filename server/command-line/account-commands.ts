import { type ParseArgsConfig, parseArgs } from 'node:util';
import { email as emailSchema } from '#contract/base/fields.ts';
import { type Role, roles } from '#contract/base/permissions.ts';
import type { AccountSummary, CommandContext, NewStaff } from '#server/staff/staff.service.ts';
import * as accounts from '#server/staff/staff.service.ts';

interface CommandInput {
  /** Email address in lower case; empty for a command without one. */
  email: string;
  isOptionSet: boolean;
  /** Of the command with roles; none for `none`. */
  roles: readonly Role[];
  /** Read from standard input when the option of the command asks for it. */
  password: string;
}

/** A command and its rules. `run` returns the lines to print. */
interface AccountCommand {
  summary: string;
  /** `unless-option`: the option replaces the address. */
  address: 'required' | 'none' | 'unless-option';
  option?: 'staff' | 'all' | 'force' | 'password-stdin';
  /** The second word is a list of roles, or `none`. */
  hasRoles?: true;
  /** May create a data directory that does not exist yet. */
  mayCreate?: boolean;
  run(context: CommandContext, given: CommandInput): Promise<string[]>;
}

export const accountCommands: Record<string, AccountCommand> = {
  'make-admin': {
    summary: 'makes or creates an owner; --force: unverified too',
    address: 'required',
    option: 'force',
    mayCreate: true,
    async run(context, { email, isOptionSet }) {
      return describeRoles(
        email,
        'owner',
        await accounts.makeOwner(context, email, { isForced: isOptionSet }),
      );
    },
  },
  'set-roles': {
    summary: 'sets roles such as picker,rider, or none; --force: as above',
    address: 'required',
    hasRoles: true,
    option: 'force',
    async run(context, { email, roles: [first, ...others], isOptionSet }) {
      if (first === undefined) {
        const isRemoved = await accounts.removeRoles(context, email);
        return [isRemoved ? `${email} has no role any more.` : `${email} has no role.`];
      }
      const given = await accounts.setRoles(context, email, [first, ...others], { isForced: isOptionSet });
      return describeRoles(email, [first, ...others].join(', '), given);
    },
  },
  'remove-admin': {
    summary: 'removes all roles; refuses for the last owner',
    address: 'required',
    async run(context, { email }) {
      const isRemoved = await accounts.removeRoles(context, email);
      return [isRemoved ? `${email} has no role any more.` : `${email} has no role.`];
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
    summary: 'lists the accounts, or only those of the staff with --staff',
    address: 'none',
    option: 'staff',
    async run(context, { isOptionSet }) {
      const listed = await accounts.listAccounts(context, { areStaff: isOptionSet });
      return listed.length === 0 ? ['There are no accounts.'] : tableOf(listed);
    },
  },
};

function describeRoles(email: string, granted: string, given: NewStaff): string[] {
  if (given.how === 'already') return [`${email} already has these roles: ${granted}.`];
  const said =
    given.how === 'opened'
      ? `${email} has a new account with these roles: ${granted}.`
      : `${email} now has these roles: ${granted}. All sessions are ended.`;
  return [given.how === 'changed' ? said : `${said} Password, shown only now: ${given.password}`];
}

function sessions(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`;
}

const heading = ['ADDRESS', 'NAME', 'ROLES', 'STATUS', 'VERIFIED', 'LAST LOGIN'];

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

function cellsOf({
  email,
  name,
  roles: held,
  status,
  isEmailVerified,
  lastLoginAt,
}: AccountSummary): string[] {
  const lastLogin = lastLoginAt?.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
  return [
    email,
    stripControlCharacters(name),
    held.join(', ') || '-',
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
  roles: readonly Role[];
  isOptionSet: boolean;
}

/** Parses a command line; null when help is requested. Throws `UsageError`. */
export function readCommandLine(words: readonly string[]): ParsedCommand | null {
  const [name, ...rest] = words;
  if (name === undefined || name === 'help' || words.includes('--help')) return null;
  const command = Object.hasOwn(accountCommands, name) ? accountCommands[name] : undefined;
  if (command === undefined) throw new UsageError(`Unknown command ${JSON.stringify(name)}.`);
  const { option, address, hasRoles = false } = command;
  const { positionals, values } = parse(rest, option);
  const isOptionSet = option !== undefined && values[option] === true;
  const wantsAddress = address === 'required' || (address === 'unless-option' && !isOptionSet);
  if (positionals.length !== (wantsAddress ? (hasRoles ? 2 : 1) : 0)) {
    throw new UsageError(
      hasRoles
        ? `${name} takes one email address and a list of roles such as picker,rider.`
        : wantsAddress
          ? `${name} takes one email address.`
          : `${name} takes no email address here.`,
    );
  }
  return {
    ...{ name, command, isOptionSet },
    email: wantsAddress ? emailOf(positionals[0]) : '',
    roles: hasRoles ? rolesOf(positionals[1] ?? '') : [],
  };
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

function rolesOf(word: string): Role[] {
  if (word === 'none') return [];
  return word.split(',').map((name) => {
    const role = roles.find((each) => each === name);
    if (role === undefined) throw new UsageError(`${JSON.stringify(name)} is no role.`);
    return role;
  });
}

const columnWidth = 44;

export function helpLines(): string[] {
  const lines = Object.entries(accountCommands).map(
    ([name, { summary, address, option, hasRoles = false }]) => {
      const place = address === 'none' ? '' : hasRoles ? '<email> <roles>' : '<email>';
      const flag = option === undefined ? '' : `--${option}`;
      const usage = address === 'unless-option' ? `${place} | ${flag}` : `${place} ${flag && `[${flag}]`}`;
      return `  ${`${name} ${usage.trim()}`.padEnd(columnWidth)}${summary}`;
    },
  );
  return [
    'Usage: npm run account -- <command> …',
    '',
    ...lines,
    `  ${'help'.padEnd(columnWidth)}shows this`,
    '',
    'Uses DATA_DIR and DATABASE_URL like `npm start`, whether the server is running or not.',
  ];
}
