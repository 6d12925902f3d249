import { endpoints } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import type { RequestContext } from '#server/http/context.ts';
import { describeRefusal } from '#server/http/errors.ts';
import type { RateLimiter } from '#server/http/rate-limiter.ts';
import { atNetwork } from '#server/http/rate-limits.ts';
import { route } from '#server/http/route.ts';
import { isOwnEmail } from './account.service.ts';
import { sendVerification, verifyEmail } from './email-verification.service.ts';
import { beginStepUp, confirmLogin, stepUp } from './login-confirmation.service.ts';
import { enteredOtps, forgotPassword, resetPassword, verifyOtp } from './password-reset.service.ts';
import { changeAvatar, changePassword, updateUser } from './profile.service.ts';
import { getUser, loginUser, registerUser } from './registration.service.ts';
import * as secondFactor from './second-factor.service.ts';

export const accountRoutes = [
  route(endpoints.registerUser, async (context, input) => {
    const { rateLimits, remoteAddress } = context;
    await rateLimits.anyRegistration.take(remoteAddress);
    await rateLimits.register.take(remoteAddress);
    const data = await registerUser(context, input).catch(async (error: unknown) => {
      await rateLimits.register.returnAttempt(remoteAddress);
      throw error;
    });
    return { message: 'Account created. Please log in.', data, created: true };
  }),
  route(endpoints.loginUser, async (context, input) => {
    await context.rateLimits.anyLogin.take(context.remoteAddress);
    const attempts = await limitsOfLogin(context, input.email);
    for (const { limit, key } of attempts)
      await limit.take(key).catch(describeRefusal({ kind: 'lock-out', email: input.email }));
    const { accessToken, refreshToken } = await loginUser(context, input);
    // A correct password returns the attempts.
    for (const { limit, key } of attempts) await limit.returnAttempt(key);
    return { message: 'Login successfully', data: { accesstoken: accessToken, refreshToken } };
  }),
  route(endpoints.confirmLogin, async (context, input) => {
    const { email, accessToken, refreshToken } = await confirmLogin(context, input);
    // The password was correct as well.
    for (const { limit, key } of await limitsOfLogin(context, email)) await limit.returnAttempt(key);
    return { message: 'Login successfully', data: { accesstoken: accessToken, refreshToken } };
  }),
  route(endpoints.getUserDetails, async (context) => ({ message: '', data: await getUser(context) })),
  route(endpoints.updateUser, async (context, input) => {
    const user = await updateUser(context, input);
    const message =
      user.pending_email === null ? 'Profile saved' : `Open the link that we sent to ${user.pending_email}.`;
    return { message, data: user };
  }),
  route(endpoints.changePassword, async (context, input) => {
    await changePassword(context, input);
    return { message: 'Password changed', data: null };
  }),

  route(endpoints.forgotPassword, async (context, { email }) => {
    const { rateLimits, remoteAddress } = context;
    await rateLimits.forgotPassword.take(remoteAddress);
    await rateLimits.forgotPasswordOfAccountAtNetwork.take(atNetwork(email, remoteAddress));
    for (const { limit, key } of await limitOfAccount(context, rateLimits.forgotPasswordOfAccount, email))
      await limit.take(key);
    await forgotPassword(context, email);
    return { message: 'If this address is registered, we sent a code to it.', data: null };
  }),
  route(endpoints.verifyForgotPasswordOtp, async (context, input) => {
    const { rateLimits, remoteAddress } = context;
    await rateLimits.verifyOtp.take(remoteAddress);
    const refused = describeRefusal({ kind: 'reset-code-failed', email: input.email });
    await rateLimits.verifyOtpOfAccountAtNetwork.take(atNetwork(input.email, remoteAddress)).catch(refused);
    const wrongOtps = await limitOfAccount(context, rateLimits.wrongOtpsOfAccount, input.email);
    for (const { limit, key } of wrongOtps) await limit.take(key).catch(countBlocked).catch(refused);
    await verifyOtp(context, input).catch(countWrong).catch(refused);
    enteredOtps.inc({ outcome: 'right' });
    for (const { limit, key } of wrongOtps) await limit.returnAttempt(key);
    return { message: 'Code accepted. Choose a new password.', data: null };
  }),
  route(endpoints.resetPassword, async (context, input) => {
    await context.rateLimits.resetPassword.take(context.remoteAddress);
    const key = atNetwork(input.email, context.remoteAddress);
    await context.rateLimits.resetPasswordOfAccountAtNetwork.take(key);
    await resetPassword(context, input);
    return { message: 'Password changed. Please log in.', data: null };
  }),

  route(endpoints.verifyEmail, async (context, { code }) => {
    await context.rateLimits.verifyEmail.take(context.remoteAddress);
    const email = await verifyEmail(context, code);
    return { message: 'Your email address is verified.', data: { email } };
  }),
  route(endpoints.sendVerification, async (context) => {
    await context.rateLimits.sendVerification.take(context.caller.userId);
    const email = await sendVerification(context);
    const message =
      email === null ? 'Your email address is already verified.' : `We sent the link to ${email}.`;
    return { message, data: null };
  }),

  route(
    endpoints.uploadAvatar,
    async (context, { avatar }) => ({
      message: 'Profile picture saved.',
      data: { avatar: await changeAvatar(context, avatar) },
    }),
    { uploadLimits: { account: 'uploadAvatar', network: 'uploadAvatarOfNetwork' } },
  ),
];

async function limitsOfLogin(context: RequestContext, email: string) {
  const { login, loginOfAccountAtNetwork, loginOfAccount } = context.rateLimits;
  return [
    { limit: login, key: context.remoteAddress },
    { limit: loginOfAccountAtNetwork, key: atNetwork(email, context.remoteAddress) },
    ...(await limitOfAccount(context, loginOfAccount, email)),
  ];
}

/** A limit of the whole account: none for a device that holds a session of it, so that others cannot lock it out. */
async function limitOfAccount(
  context: RequestContext,
  limit: RateLimiter,
  email: string,
): Promise<{ limit: RateLimiter; key: string }[]> {
  return (await isOwnEmail(context, email)) ? [] : [{ limit, key: email }];
}

function countBlocked(error: unknown): never {
  if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')
    enteredOtps.inc({ outcome: 'blocked' });
  throw error;
}

function countWrong(error: unknown): never {
  if (error instanceof AppError && error.code === 'BAD_OTP') enteredOtps.inc({ outcome: 'wrong' });
  throw error;
}

export const secondFactorRoutes = [
  route(endpoints.getSecondFactor, async (context) => ({
    message: '',
    data: await secondFactor.getSecondFactor(context),
  })),
  route(endpoints.beginTotp, async (context) => ({
    message: '',
    data: await secondFactor.beginTotp(context),
  })),
  route(endpoints.confirmTotp, async (context, input) => ({
    message: 'Authenticator app added',
    data: await secondFactor.confirmTotp(context, input),
  })),
  route(endpoints.removeTotp, async (context) => {
    await secondFactor.removeTotp(context);
    return { message: 'Authenticator app removed', data: null };
  }),
  route(endpoints.beginPasskey, async (context) => ({
    message: '',
    data: await secondFactor.beginPasskey(context),
  })),
  route(endpoints.addPasskey, async (context, input) => ({
    message: 'Passkey added',
    data: await secondFactor.addPasskey(context, input),
  })),
  route(endpoints.removePasskey, async (context, { _id }) => {
    await secondFactor.removePasskey(context, _id);
    return { message: 'Passkey removed', data: null };
  }),
  route(endpoints.replaceRecoveryCodes, async (context) => ({
    message: 'New recovery codes created',
    data: await secondFactor.replaceRecoveryCodes(context),
  })),
  route(endpoints.beginStepUp, async (context) => ({
    message: '',
    data: await beginStepUp(context),
  })),
  route(endpoints.stepUp, async (context, input) => {
    await stepUp(context, input);
    return { message: 'Confirmed', data: null };
  }),
];
