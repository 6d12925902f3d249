import { createInterface } from 'node:readline';
import { password as passwordSchema } from '#contract/account.ts';
import { AppError } from '#contract/errors.ts';
import { RevokedSessions } from '#server/features/accounts/sessions/revoked-sessions.ts';
import { ConfigurationError, readStorage } from '../config.ts';
import { toAppError } from '../http/errors.ts';
import { helpLines, type ParsedCommand, readCommandLine, UsageError } from './account-commands.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

// Looks after accounts from a terminal: npm run account -- help

const misuse = 2;
const interrupted = 130;

let storage: OpenDatabase | null = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(
    signal,
    () => void (storage?.close() ?? Promise.resolve()).finally(() => process.exit(interrupted)),
  );
}

try {
  const wish = readCommandLine(process.argv.slice(2));
  for (const line of wish === null ? helpLines() : await runCommand(wish)) process.stdout.write(`${line}\n`);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? misuse : 1;
}

async function runCommand({ name, command, email, isOptionSet }: ParsedCommand): Promise<string[]> {
  // Before the database is opened: nothing waits for somebody who types.
  const typed = isOptionSet && command.option === 'password-stdin' ? await readPassword() : '';
  storage = await openDatabase(readStorage(), {
    commandName: `'npm run account -- ${name}'`,
    mayCreate: command.mayCreate ?? false,
  });
  try {
    const context = { db: storage.pool, now: () => new Date(), revokedSessions: new RevokedSessions() };
    return await command.run(context, { email, isOptionSet, password: typed });
  } finally {
    await storage.close();
  }
}

/** The first line of what is typed or piped in. Throws for one that no form of the shop would take. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('The new password, then Enter: ');
  for await (const line of createInterface({ input: process.stdin })) {
    const { data, error } = passwordSchema.safeParse(line);
    if (data === undefined) throw new UsageError(`The password: ${error?.issues[0]?.message ?? ''}`);
    return data;
  }
  throw new UsageError('No password was piped in.');
}

function reasonOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message} See: npm run account -- help`;
  if (error instanceof ConfigurationError) return error.lines.join('\n');
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : '';
  const { DATABASE_URL, DATA_DIR } = readStorage();
  if (code === 'EACCES' || code === 'EPERM')
    return `This account may not read ${DATA_DIR}. Run the command as the user who runs the shop.`;
  if (toAppError(error).code === 'UNAVAILABLE') {
    // Not the whole address: it holds the password.
    const where =
      DATABASE_URL === undefined ? 'The database' : `The database at ${new URL(DATABASE_URL).host}`;
    return `${where} does not answer (${error.message || String(code)}).`;
  }
  return `The command could not be carried out: ${error.message}`;
}
