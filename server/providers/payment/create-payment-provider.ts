import { AppError } from '#contract/base/errors.ts';
import type { Cryptography } from '#server/base/secrets.ts';
import { type PaymentProvider, PaymentUnavailableError } from './payment-provider.ts';
import { createRazorpayProvider } from './razorpay-payment.ts';
import { createSandboxProvider } from './sandbox-payment.ts';

/** Named as in the environment. */
interface PaymentSettings {
  PAYMENTS: 'cash' | 'sandbox' | 'stripe' | 'razorpay';
  PUBLIC_URL: string;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_URL?: string | undefined;
  RAZORPAY_KEY_ID?: string | undefined;
  RAZORPAY_KEY_SECRET?: string | undefined;
  RAZORPAY_WEBHOOK_SECRET?: string | undefined;
  RAZORPAY_API_URL?: string | undefined;
}

/** Returns the provider that `PAYMENTS` selects. Throws if its keys are missing. */
export async function createPaymentProvider(
  settings: PaymentSettings,
  cryptography: Cryptography,
): Promise<PaymentProvider> {
  if (settings.PAYMENTS === 'cash') return cashOnly;
  if (settings.PAYMENTS === 'sandbox')
    return createSandboxProvider({ publicUrl: settings.PUBLIC_URL, cryptography });
  if (settings.PAYMENTS === 'razorpay') return openRazorpay(settings);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
  const { STRIPE_API_URL: apiUrl } = settings;
  // Never the sandbox instead: it would deliver goods without money.
  if (secretKey === undefined || webhookSecret === undefined)
    throw new Error('PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.');
  // Imported here, because its library takes 5 MB of memory.
  const { createStripeProvider } = await import('./stripe-payment.ts');
  return createStripeProvider({ secretKey, webhookSecret, ...(apiUrl !== undefined && { apiUrl }) });
}

function openRazorpay(settings: PaymentSettings): PaymentProvider {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = settings;
  const { RAZORPAY_WEBHOOK_SECRET: webhookSecret, RAZORPAY_API_URL: apiUrl } = settings;
  if (keyId === undefined || keySecret === undefined || webhookSecret === undefined)
    throw new Error(
      'PAYMENTS=razorpay needs RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET.',
    );
  return createRazorpayProvider({ keyId, keySecret, webhookSecret, ...(apiUrl !== undefined && { apiUrl }) });
}

/** Takes no cards. Orders that were paid before with another provider stay as they are. */
const cashOnly: PaymentProvider = {
  name: 'none',
  signatureHeader: 'signature',
  createSession: rejectCard,
  expireSession: rejectCard,
  refund: rejectCard,
  readEvent() {
    throw new AppError('BAD_SIGNATURE');
  },
};

async function rejectCard(): Promise<never> {
  throw new PaymentUnavailableError('This store does not accept cards.');
}
