import { ApiError } from '#web/api/api-error.ts';
import { t } from '#web/texts/t.ts';

/** The server's message; for a rate limit `prefix` and the time to wait. */
export function toErrorMessage(error: ApiError, prefix = t('errors.tooManyAttempts')): string {
  const { code, message, retryAfterSeconds } = error;
  if (code !== 'TOO_MANY_REQUESTS' || retryAfterSeconds === undefined) return message;
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return `${prefix} ${t('errors.tryAgainIn', { minutes })}`;
}

/** The server has rejected the request, and a retry would not help. */
export function isPermanentError(error: Error | null): boolean {
  return error instanceof ApiError && error.isClientError && error.code !== 'TOO_MANY_REQUESTS';
}
