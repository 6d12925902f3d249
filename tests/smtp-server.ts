import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a server has taken it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came over the line, headers first. */
  source: string;
  parsed: Email;
}

type Stage = 'sender' | 'recipient' | 'content';

/** A real SMTP server in this process. */
export interface TestSmtpServer {
  url: string;
  port: number;
  /** What it has taken, oldest first. */
  mails: ReceivedMail[];
  /** The code with which it refuses at a stage, for as long as it is there. */
  refusals: Map<Stage, number>;
  /** How often somebody tried to hand over a mail, refused or not. */
  attempts: number;
  /** Called before a mail is taken: to hold the client. */
  beforeTaking: () => Promise<void>;
  close(): Promise<void>;
}

interface Options {
  port?: number;
  /** Whom it lets in; anybody when left out. */
  user?: { name: string; password: string };
}

/** Opens a server on a port of its own, or on the one that is asked for. */
export async function openSmtpServer({ port = 0, user }: Options = {}): Promise<TestSmtpServer> {
  const refusals: TestSmtpServer['refusals'] = new Map();
  const refusalAt = (stage: Stage) => {
    const code = refusals.get(stage);
    return code === undefined ? null : Object.assign(new Error('Not here.'), { responseCode: code });
  };
  const options: SMTPServerOptions = {
    authOptional: user === undefined,
    allowInsecureAuth: true,
    // No certificate of this server would convince anybody.
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      const isRight = username === user?.name && password === user?.password;
      if (isRight) done(null, { user: username });
      else done(Object.assign(new Error('Wrong password.'), { responseCode: 535 }));
    },
    onMailFrom(_address, _session, done) {
      opened.attempts += 1;
      done(refusalAt('sender'));
    },
    onRcptTo: (_address, _session, done) => done(refusalAt('recipient')),
    onData(stream, { envelope }, done) {
      const take = async () => {
        const bytes = await buffer(stream);
        await opened.beforeTaking();
        const refusal = refusalAt('content');
        if (refusal !== null) throw refusal;
        opened.mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          source: bytes.toString('utf8'),
          parsed: await PostalMime.parse(bytes),
        });
      };
      take().then(() => done(), done);
    },
  };
  const server = new SMTPServer(options);
  // A client that goes away in the middle is what some tests are about.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  const access = user === undefined ? '' : `${user.name}:${encodeURIComponent(user.password)}@`;
  const opened: TestSmtpServer = {
    url: `smtp://${access}127.0.0.1:${address.port}`,
    port: address.port,
    mails: [],
    refusals,
    attempts: 0,
    beforeTaking: async () => {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return opened;
}
