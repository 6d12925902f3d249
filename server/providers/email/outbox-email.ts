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
 * Sends nothing: each mail becomes a file `<moment>-<id>.eml`, which only its owner can read, and its first line is
 * logged, so that a newcomer sees the code without a mail server.
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
        // Whole or absent, and at a second try still one.
        await rename(draft, join(folder, `${name}.eml`));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      log.info(`Mail to ${mail.to.address}: ${mail.text.split('\n', 1)[0]}`);
    },
  };
}
