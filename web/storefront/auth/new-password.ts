interface NewPassword {
  newPassword: string;
  confirmPassword: string;
}

/** What is not right about a new password that was typed twice (specification section 5). */
export function validateNewPassword({ newPassword, confirmPassword }: NewPassword): Partial<NewPassword> {
  const issues: Partial<NewPassword> = {};
  if (newPassword.length < 8) issues.newPassword = 'At least 8 characters.';
  if (newPassword !== confirmPassword) {
    issues.confirmPassword = 'New password and confirm password must be same.';
  }
  if (newPassword === '') issues.newPassword = 'Please fill this in.';
  if (confirmPassword === '') issues.confirmPassword = 'Please fill this in.';
  return issues;
}
