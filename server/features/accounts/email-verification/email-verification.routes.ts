import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { sendVerification, verifyEmail } from './email-verification.service.ts';

export const emailVerificationRoutes = [
  route(endpoints.verifyEmail, async (context, { code }) => {
    await context.limits.verifyEmail.take(context.remoteAddress);
    const email = await verifyEmail(context, code);
    return { message: 'Your email address is verified.', data: { email } };
  }),
  route(endpoints.sendVerification, async (context) => {
    await context.limits.sendVerification.take(context.caller.userId);
    const email = await sendVerification(context);
    const message =
      email === null ? 'Your email address is already verified.' : `We sent the link to ${email}.`;
    return { message, data: null };
  }),
];
