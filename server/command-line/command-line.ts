import { type ParseArgsConfig, parseArgs } from 'node:util';
import { email as emailSchema } from '#contract/fields.ts';
import { type AccountCommand, accountCommands } from './account-commands.ts';

/** The command line makes no sense; the message says which part. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What somebody asked for on the command line. */
export interface Wish {
  name: string;
  command: AccountCommand;
  email: string;
  isOptionSet: boolean;
}

/** Reads a command line; null when help is asked for. Throws `UsageError`. */
export function readCommandLine(words: readonly string[]): Wish | null {
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
