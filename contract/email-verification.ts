import { z } from 'zod';
import { answer, describeCall } from './call.ts';
import { anyText } from './fields.ts';

export const verifyEmail = describeCall({
  name: 'verifyEmail',
  summary:
    'Proves that a shopper reads the mails of an address, by the code of the link that was sent there.',
  audience: 'anyone',
  input: z.strictObject({ code: anyText().trim().min(1, 'Please fill this in.').max(200) }),
  output: answer(z.object({ email: z.string() })),
});

export const sendVerification = describeCall({
  name: 'sendVerification',
  summary:
    'Sends the link again: to the address that the account moves to, or to its own while that is not verified.',
  audience: 'user',
  input: z.object({}),
  output: answer(z.null()),
});
