import { BlockList, isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { type EmailProvider, EmailRejectedError, type Mailbox, toMimeMessage } from './email-provider.ts';

// Together with what a slow server may take between two lines well below the time that a job has.
const connectTimeoutMs = 15_000;
const silenceTimeoutMs = 60_000;
const sendTimeoutMs = 90_000;

/**
 * Sends through an SMTP server: `smtp://user:password@host:587` (TLS as soon as the server offers it) or
 * `smtps://…` (TLS from the beginning); further settings of nodemailer may follow as a query.
 */
export function smtpEmailProvider({ url, from }: { url: string; from: Mailbox }): EmailProvider {
  const transport = createTransport({
    url,
    connectionTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    ...(isPasswordExposed(url) && { requireTLS: true }),
  });
  return {
    async send(mail, signal) {
      const limit = AbortSignal.timeout(sendTimeoutMs);
      const message = {
        ...toMimeMessage(mail, from),
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      };
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw isFinal(error) ? new EmailRejectedError(error.message, { cause: error }) : error;
      }
    },
  };
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a password would go over a network in the clear, if the server did not offer TLS or somebody hid that it does. */
function isPasswordExposed(url: string): boolean {
  const { protocol, password, hostname, searchParams } = new URL(url);
  if (protocol !== 'smtp:' || password === '') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')))
    return false;
  // Whoever runs the shop knows the network.
  return !['requireTLS', 'ignoreTLS', 'opportunisticTLS'].some((name) => searchParams.has(name));
}

/**
 * Whether the server will never take this mail: 5xx for the recipient or the content. Everything else, such as a
 * wrong password or a sender that is not allowed, is a mistake that can be mended while the mail waits.
 */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error && 'command' in error && 'code' in error))
    return false;
  const { responseCode, command, code } = error;
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return false;
  const isRecipient = code === 'EENVELOPE' && command === 'RCPT TO';
  const isContent = code === 'EMESSAGE' && command === 'DATA';
  // 530: the server wants us to log in first.
  return responseCode !== 530 && (isRecipient || isContent);
}
