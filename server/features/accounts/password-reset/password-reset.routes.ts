import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { forgotPassword, resetPassword, verifyOtp } from './password-reset.service.ts';

export const passwordResetRoutes = [
  route(endpoints.forgotPassword, async (context, { email }) => {
    await context.limits.forgotPassword.take(context.remoteAddress);
    await context.limits.forgotPasswordOfAccount.take(email);
    await forgotPassword(context, email);
    return { message: 'If this address is registered, we sent a code to it.', data: null };
  }),
  route(endpoints.verifyForgotPasswordOtp, async (context, { email, otp }) => {
    await context.limits.verifyOtp.take(context.remoteAddress);
    await context.limits.verifyOtpOfAccount.take(email);
    await verifyOtp(context, email, otp);
    return { message: 'Code accepted. Choose a new password.', data: null };
  }),
  route(endpoints.resetPassword, async (context, input) => {
    await context.limits.resetPassword.take(context.remoteAddress);
    await context.limits.resetPasswordOfAccount.take(input.email);
    await resetPassword(context, input);
    return { message: 'Password changed. Please log in.', data: null };
  }),
];
