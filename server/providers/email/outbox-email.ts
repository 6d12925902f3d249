import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import { type EmailProvider, type Mailbox, toMimeMessage } from './email-provider.ts';

interface Options {
  folder: string;
  from: Mailbox;
  log: Pick<FastifyBaseLogger, 'info'>;
}

/**
 * Writes each email to a file `<time>-<id>.eml`, readable by its owner only, and logs its first line, so that codes can be
 * read without a mail server.
 */
export function outboxEmailProvider({ folder, from, log }: Options): EmailProvider {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await writer.sendMail(toMimeMessage(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${mail.date.toISOString().replaceAll(':', '-')}-${mail.id}`;
      const draft = join(folder, `${name}.${randomBytes(6).toString('hex')}.draft`);
      try {
        await writeFile(draft, message, { mode: 0o600, flush: true });
        // Atomic; a retry replaces the file.
        await rename(draft, join(folder, `${name}.eml`));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      log.info(`Mail to ${mail.to.address}: ${mail.text.split('\n', 1)[0]}`);
    },
  };
}
