/** An address with the name that mail programs show beside it; the name may be empty. */
export interface Mailbox {
  name: string;
  address: string;
}

/** A mail in words, ready to go. */
export interface Mail {
  /** Of letters, digits and dashes; the same at every try, so that whoever gets it twice can tell. */
  id: string;
  date: Date;
  to: Mailbox;
  subject: string;
  text: string;
  html: string;
}

/** Takes mails to their readers, or towards them. */
export interface MailTransport {
  /**
   * Hands a mail over; when it returns, others answer for it. Throws `MailRefusedError` when there is no use in
   * trying again, any other error when there may be. Aborted, it gives up what is not handed over yet.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
}

/** The mail will not be taken, however often it is tried. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}
