import { createInterface } from 'node:readline';
import { AppError } from '#contract/base/errors.ts';
import { password as passwordSchema } from '#contract/identity/account.ts';
import { RevokedSessions } from '#server/sessions/revoked-sessions.ts';
import { ConfigurationError, readStorage } from '../config.ts';
import { toAppError } from '../http/errors.ts';
import { helpLines, type ParsedCommand, readCommandLine, UsageError } from './account-commands.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

// Administers accounts from a terminal: npm run account -- help

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
  const command = readCommandLine(process.argv.slice(2));
  for (const line of command === null ? helpLines() : await runCommand(command))
    process.stdout.write(`${line}\n`);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? misuse : 1;
}

async function runCommand({ name, command, email, roles, isOptionSet }: ParsedCommand): Promise<string[]> {
  // Read before the database is opened, so that no lock waits for input.
  const typed = isOptionSet && command.option === 'password-stdin' ? await readPassword() : '';
  storage = await openDatabase(readStorage(), {
    commandName: `'npm run account -- ${name}'`,
    mayCreate: command.mayCreate ?? false,
  });
  try {
    const context = { db: storage.pool, now: () => new Date(), revokedSessions: new RevokedSessions() };
    return await command.run(context, { email, roles, isOptionSet, password: typed });
  } finally {
    await storage.close();
  }
}

/** Reads the password from the first line of standard input. Throws if the product's rules reject it. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('New password, then Enter: ');
  for await (const line of createInterface({ input: process.stdin })) {
    const { data, error } = passwordSchema.safeParse(line);
    if (data === undefined) throw new UsageError(`The password: ${error?.issues[0]?.message ?? ''}`);
    return data;
  }
  throw new UsageError('Standard input has no password.');
}

function reasonOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message} See: npm run account -- help`;
  if (error instanceof ConfigurationError) return error.lines.join('\n');
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : '';
  const { DATABASE_URL, DATA_DIR } = readStorage();
  if (code === 'EACCES' || code === 'EPERM')
    return `This user cannot read ${DATA_DIR}. Run the command as the user who runs the server.`;
  if (toAppError(error).code === 'UNAVAILABLE') {
    // Without the path and user: the URL holds the password.
    const where =
      DATABASE_URL === undefined ? 'The database' : `The database at ${new URL(DATABASE_URL).host}`;
    return `${where} does not respond (${error.message || String(code)}).`;
  }
  return `The command failed: ${error.message}`;
}
