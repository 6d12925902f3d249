import type { Config } from '../../config.ts';
import type { Cryptography } from '../../secrets.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createSandboxProvider } from './sandbox-payment.ts';
import { createStripeProvider } from './stripe-payment.ts';

type PaymentSettings = Pick<
  Config,
  'PAYMENTS' | 'PUBLIC_URL' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'
>;

/** Returns the provider that `PAYMENTS` selects. */
export function createPaymentProvider(
  settings: PaymentSettings,
  cryptography: Cryptography,
): PaymentProvider {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
  if (settings.PAYMENTS === 'sandbox' || secretKey === undefined || webhookSecret === undefined)
    return createSandboxProvider({ publicUrl: settings.PUBLIC_URL, cryptography });
  const { STRIPE_API_URL: apiUrl } = settings;
  return createStripeProvider({ secretKey, webhookSecret, ...(apiUrl !== undefined && { apiUrl }) });
}
