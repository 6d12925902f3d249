import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { moment, response, text } from '#contract/base/fields.ts';

const sessionId = z.string().regex(/^[0-9A-Za-z_]{10,80}$/, 'Invalid payment id.');

/** A text of a card, with one message for an empty and for an invalid one. */
function cardText(format: RegExp, message: string) {
  return z.string(message).trim().regex(format, message);
}

/** A test payment; no card is charged. */
export const sandboxPayment = z
  .object({
    id: z.string(),
    orderId: z.string(),
    shopName: z.string(),
    /** In rupees. */
    amount: z.number(),
    lines: z.array(z.object({ name: z.string(), quantity: z.number().int(), amount: z.number() })),
    status: z.enum(['OPEN', 'PAID', 'EXPIRED']),
    expiresAt: moment,
    cancelUrl: z.string(),
    successUrl: z.string(),
  })
  .meta({ id: 'SandboxPayment' });

export const getSandboxPayment = defineEndpoint({
  method: 'GET',
  path: '/api/sandbox-payment/get',
  summary: 'Returns a test payment. Its id is the credential.',
  audience: 'anyone',
  errors: ['NOT_FOUND'],
  input: z.object({ id: sessionId }),
  output: response(sandboxPayment),
});

export const paySandboxPayment = defineEndpoint({
  method: 'POST',
  path: '/api/sandbox-payment/pay',
  summary:
    'Pays with a test card: 4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has insufficient funds.',
  audience: 'anyone',
  errors: ['NOT_FOUND', 'PAYMENT_OVER', 'CARD_DECLINED'],
  input: z.strictObject({
    id: sessionId,
    number: cardText(/^(?:\d[ -]?){16}$/, 'Enter 16 digits.'),
    expiry: cardText(/^(?:0?[1-9]|1[0-2]) ?\/ ?(?:20)?\d{2}$/, 'Enter month and year, such as 12/34.'),
    securityCode: cardText(/^\d{3,4}$/, 'Enter any three digits.'),
    name: text(100),
  }),
  output: response(z.object({ successUrl: z.string() })),
});
