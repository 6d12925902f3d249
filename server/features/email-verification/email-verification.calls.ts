import * as contract from '#contract/email-verification.ts';
import { openCall, shopperCall } from '../../http/served-call.ts';
import { sendVerification, verifyEmail } from './email-verification.service.ts';

export const emailVerificationCalls = [
  openCall(contract.verifyEmail, async (context, { code }) => {
    await context.limits.verifyEmail.take(context.remoteAddress);
    const email = await verifyEmail(context, code);
    return { message: 'Thank you! Your e-mail address is verified.', data: { email } };
  }),
  shopperCall(contract.sendVerification, async (context) => {
    await context.limits.sendVerification.take(context.caller.userId);
    const email = await sendVerification(context);
    const message =
      email === null ? 'Your e-mail address is verified already.' : `We have sent the link to ${email}.`;
    return { message, data: null };
  }),
];
