import { BlockList, isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { type EmailProvider, EmailRejectedError, toMimeMessage } from './email-provider.ts';

// Well below the time limit of a job.
const connectTimeoutMs = 15_000;
const silenceTimeoutMs = 60_000;
const sendTimeoutMs = 90_000;

/**
 * Sends by SMTP: `smtp://user:password@host:587` (STARTTLS if offered) or `smtps://…` (TLS); the query may contain
 * further nodemailer options. On a loopback address the default port is 25 and certificates are not checked: a mail
 * server for its own machine listens there, with a certificate that it has signed itself, and the connection leaves
 * the machine nowhere.
 */
export function smtpEmailProvider({ url }: { url: string }): EmailProvider {
  const transport = createTransport({
    ...(isLoopback(url) && {
      ...(url.startsWith('smtp:') && { port: 25 }),
      tls: { rejectUnauthorized: false },
    }),
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
        ...toMimeMessage(mail),
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      };
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw isFinal(error) ? new EmailRejectedError(error.message, { cause: error }) : error;
      }
    },
    async verify() {
      await transport.verify();
    },
  };
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))
  );
}

/** Whether the password could be sent unencrypted, if the server offers no TLS or an attacker hides the offer. */
function isPasswordExposed(url: string): boolean {
  const { protocol, password, searchParams } = new URL(url);
  if (protocol !== 'smtp:' || password === '' || isLoopback(url)) return false;
  // Configured explicitly.
  return !['requireTLS', 'ignoreTLS', 'opportunisticTLS'].some((name) => searchParams.has(name));
}

/**
 * Whether the server rejects this email permanently: 5xx for the recipient or the content. Other errors, such as a
 * wrong password or sender, can be fixed while the email is retried.
 */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error && 'command' in error && 'code' in error))
    return false;
  const { responseCode, command, code } = error;
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return false;
  const isRecipient = code === 'EENVELOPE' && command === 'RCPT TO';
  const isContent = code === 'EMESSAGE' && command === 'DATA';
  // 530: login required.
  return responseCode !== 530 && (isRecipient || isContent);
}
