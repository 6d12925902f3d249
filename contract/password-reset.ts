import { z } from 'zod';
import { answer, describeCall } from './call.ts';
import { anyText, email } from './fields.ts';
import { newPasswordsDiffer, password } from './user.ts';

export const forgotPassword = describeCall({
  name: 'forgotPassword',
  summary:
    'Sends a code of 6 digits to the owner of an account. Answers the same whether there is one: nobody learns who is registered.',
  audience: 'anyone',
  input: z.strictObject({ email }),
  output: answer(z.null()),
});

export const verifyForgotPasswordOtp = describeCall({
  name: 'verifyForgotPasswordOtp',
  summary: 'Checks the code from the mail; the right one allows one reset within 10 minutes.',
  audience: 'anyone',
  input: z.strictObject({
    email,
    otp: anyText()
      .trim()
      .regex(/^[0-9]{6}$/, 'Please enter all 6 digits.'),
  }),
  output: answer(z.null()),
});

export const resetPassword = describeCall({
  name: 'resetPassword',
  summary: 'Gives an account whose code was verified a new password and ends all of its sessions.',
  audience: 'anyone',
  input: z
    .strictObject({ email, newPassword: password, confirmPassword: anyText() })
    .refine((input) => input.newPassword === input.confirmPassword, newPasswordsDiffer),
  output: answer(z.null()),
});
