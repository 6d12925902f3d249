import { endpoints } from '#contract/api.ts';
import { changePassword, updateUser } from '#server/features/accounts/profile/profile.service.ts';
import { route } from '#server/http/route.ts';
import { getUser, loginUser, registerUser } from './registration.service.ts';

export const accountRoutes = [
  route(endpoints.registerUser, async (context, input) => {
    await context.limits.register.take(context.remoteAddress);
    return {
      message: 'Account created. Please log in.',
      data: await registerUser(context, input),
      created: true,
    };
  }),
  route(endpoints.loginUser, async (context, input) => {
    const { login, loginOfAccount } = context.limits;
    await login.take(context.remoteAddress);
    await loginOfAccount.take(input.email);
    const { accessToken, refreshToken } = await loginUser(context, input);
    // A correct password returns the attempts.
    await login.giveBack(context.remoteAddress);
    await loginOfAccount.giveBack(input.email);
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
];
