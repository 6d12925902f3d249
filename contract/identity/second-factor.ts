import { z } from 'zod';
import { compactCode } from '#contract/base/digits.ts';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { anyText, id, moment, name, oneTimeCode, required, response } from '#contract/base/fields.ts';
import { maximumPasskeys } from '#contract/base/limits.ts';
import { currentPassword, device, random256 } from './account.ts';

const base64url = (maximumLength: number) =>
  anyText()
    .regex(/^[\w-]+$/, 'This must be base64url.')
    .max(maximumLength);

/** What browsers add later is ignored. */
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') };

/** The answer of an authenticator to a challenge (`AuthenticationResponseJSON` of WebAuthn). */
const passkeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(8000),
      userHandle: base64url(100).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

/** A new passkey (`RegistrationResponseJSON` of WebAuthn). */
const passkeyRegistration = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(40_000),
      transports: z.array(anyText().max(30)).max(10).optional(),
    }),
  })
  .meta({ id: 'PasskeyRegistration' });
export type PasskeyRegistration = z.output<typeof passkeyRegistration>;

const knownPasskey = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});
const verification = z.enum(['required', 'preferred']);

/** The options of `navigator.credentials.get` (`PublicKeyCredentialRequestOptionsJSON`). */
const requestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    /** Milliseconds. */
    timeout: z.number(),
    allowCredentials: z.array(knownPasskey),
    userVerification: verification,
  })
  .meta({ id: 'PasskeyRequestOptions' });
export type PasskeyRequestOptions = z.output<typeof requestOptions>;

/** The options of `navigator.credentials.create` (`PublicKeyCredentialCreationOptionsJSON`). */
const creationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
    timeout: z.number(),
    excludeCredentials: z.array(knownPasskey),
    authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: verification }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions' });
export type PasskeyCreationOptions = z.output<typeof creationOptions>;

/** The `details` of SECOND_FACTOR_NEEDED. */
export const secondFactorNeeded = z.object({
  /** For `confirmLogin`, within 5 minutes. */
  challenge: z.string(),
  methods: z.array(z.enum(['passkey', 'totp', 'recovery-code'])),
  /** Null without a passkey. */
  options: requestOptions.nullable(),
});
export type SecondFactorNeeded = z.output<typeof secondFactorNeeded>;

/** The code of an app, or a recovery code, with any spaces and dashes. */
const code = anyText()
  .trim()
  .min(1, required)
  .max(40)
  .transform((typed) => compactCode(typed).toLowerCase())
  .refine((typed) => /^(?:\d{6}|[a-z0-9]{10})$/.test(typed), {
    message: 'Enter the 6 digits of your app, or a recovery code.',
  });

const passkey = z
  .object({ _id: id, name: z.string(), createdAt: moment, lastUsedAt: moment.nullable() })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof passkey>;

export const secondFactor = z
  .object({
    /** When the authenticator app was added; null without one. */
    totpSince: moment.nullable(),
    passkeys: z.array(passkey),
    recoveryCodesLeft: z.number().int(),
    /** Administrators of this shop cannot remove the last one. */
    isRequired: z.boolean(),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.output<typeof secondFactor>;

/** Shown once. Empty if the account has some already. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The password of the caller, or a passkey for the `challenge` of `beginStepUp`. */
export const identityProof = z
  .strictObject({
    password: currentPassword.optional(),
    challenge: random256.optional(),
    passkey: passkeyAssertion.optional(),
  })
  .refine(
    ({ password, challenge, passkey: given }) =>
      password === undefined
        ? challenge !== undefined && given !== undefined
        : challenge === undefined && given === undefined,
    { path: ['password'], message: 'Enter your password, or use a passkey.' },
  );

export const confirmLogin = defineEndpoint({
  method: 'POST',
  path: '/api/user/confirm-login',
  summary:
    'Completes a login that was answered with SECOND_FACTOR_NEEDED, with the `challenge` of its `details` and either a code or a passkey.',
  audience: 'anyone',
  errors: ['BAD_CHALLENGE', 'BAD_SECOND_FACTOR', 'ACCOUNT_SUSPENDED'],
  input: z
    .strictObject({
      challenge: random256,
      code: code.optional(),
      passkey: passkeyAssertion.optional(),
      device,
    })
    .refine((input) => (input.code === undefined) !== (input.passkey === undefined), {
      path: ['code'],
      message: 'Enter a code, or use a passkey.',
    }),
  output: response(z.object({ accesstoken: z.string(), refreshToken: z.string() })),
});

export const getSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/api/user/second-factor',
  summary: 'Returns the second factors of the caller.',
  audience: 'user',
  input: z.object({}),
  output: response(secondFactor),
});

export const beginTotp = defineEndpoint({
  method: 'POST',
  path: '/api/user/begin-totp',
  summary:
    'Creates the secret of an authenticator app. It counts when `confirmTotp` has received a code of it.',
  audience: 'user',
  needsStepUp: true,
  input: z.strictObject({}).default({}),
  output: response(z.object({ challenge: z.string(), secret: z.string(), uri: z.string() })),
});

export const confirmTotp = defineEndpoint({
  method: 'POST',
  path: '/api/user/confirm-totp',
  summary: 'Adds the authenticator app, in place of an earlier one. Ends all other sessions.',
  audience: 'user',
  needsStepUp: true,
  errors: ['BAD_CHALLENGE'],
  input: z.strictObject({ challenge: random256, otp: oneTimeCode }),
  output: response(recoveryCodes),
});

export const removeTotp = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/totp',
  summary: 'Removes the authenticator app. Ends all other sessions.',
  audience: 'user',
  needsStepUp: true,
  errors: ['NOT_FOUND', 'SECOND_FACTOR_REQUIRED'],
  input: z.strictObject({}).default({}),
  output: response(z.null()),
});

export const beginPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/begin-passkey',
  summary: 'Returns the options with which a browser creates a passkey.',
  audience: 'user',
  needsStepUp: true,
  errors: ['CONFLICT'],
  input: z.strictObject({}).default({}),
  output: response(z.object({ challenge: z.string(), options: creationOptions })),
});

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/add-passkey',
  summary: `Adds a passkey; an account has at most ${maximumPasskeys}. Ends all other sessions.`,
  audience: 'user',
  needsStepUp: true,
  errors: ['BAD_CHALLENGE', 'BAD_SECOND_FACTOR', 'CONFLICT'],
  input: z.strictObject({ challenge: random256, name: name(60), passkey: passkeyRegistration }),
  bodyBytes: 100 * 1024,
  output: response(recoveryCodes),
});

export const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/passkey',
  summary: 'Removes a passkey. Ends all other sessions.',
  audience: 'user',
  needsStepUp: true,
  errors: ['NOT_FOUND', 'SECOND_FACTOR_REQUIRED'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

export const replaceRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/user/recovery-codes',
  summary: 'Creates new recovery codes in place of the earlier ones. Ends all other sessions.',
  audience: 'user',
  needsStepUp: true,
  errors: ['NOT_FOUND'],
  input: z.strictObject({}).default({}),
  output: response(recoveryCodes),
});

export const beginStepUp = defineEndpoint({
  method: 'POST',
  path: '/api/user/begin-step-up',
  summary:
    'Returns how the caller can answer STEP_UP_REQUIRED: always with the password; with a passkey unless `options` is null.',
  audience: 'user',
  input: z.strictObject({}).default({}),
  output: response(z.object({ challenge: z.string(), options: requestOptions.nullable() })),
});

export const stepUp = defineEndpoint({
  method: 'POST',
  path: '/api/user/step-up',
  summary: 'Confirms who uses the session, with the password or with a passkey for the `challenge`.',
  audience: 'user',
  errors: ['BAD_CHALLENGE', 'BAD_SECOND_FACTOR'],
  input: identityProof,
  output: response(z.null()),
});
