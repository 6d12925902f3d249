import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import { type EmailProvider, toMimeMessage } from './email-provider.ts';

interface Options {
  folder: string;
  log: Pick<FastifyBaseLogger, 'info'>;
  /** Logs the first line of each email, which may be a one-time password: for development only. */
  logsText: boolean;
}

/** Writes each email to a file `<time>-<id>.eml`, readable by its owner only, and logs its name. */
export function outboxEmailProvider({ folder, log, logsText }: Options): EmailProvider {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await writer.sendMail(toMimeMessage(mail));
      const name = `${mail.date.toISOString().replaceAll(':', '-')}-${mail.id}`;
      const file = join(folder, `${name}.eml`);
      const draft = join(folder, `${name}.${randomBytes(6).toString('hex')}.draft`);
      try {
        await writeDraft(draft, message);
        // Atomic; a retry replaces the file.
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      log.info(`No mail server: wrote an email to ${file}`);
      if (logsText) log.info(`Mail to ${mail.to.address}: ${mail.text.split('\n', 1)[0]}`);
    },
    async verify() {},
  };
}

async function writeDraft(draft: string, message: Buffer | Readable): Promise<void> {
  const write = () => writeFile(draft, message, { mode: 0o600, flush: true });
  await write().catch(async (error: unknown) => {
    // The folder is created with its first email.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
    await write();
  });
}
