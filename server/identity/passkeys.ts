import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '#contract/identity/second-factor.ts';
import type { Context } from '#server/http/context.ts';
import { type PasskeyRow, recordPasskeyUse } from './second-factor.queries.ts';

// Loaded at the first use: few requests need it, and it takes 20 MB.
const webAuthn = () => import('@simplewebauthn/server');

type PasskeyContext = Pick<Context, 'db' | 'now' | 'shop' | 'log'>;

/** Passkeys work on the pages of `PUBLIC_URL` only. */
function relyingParty({ shop }: Pick<Context, 'shop'>) {
  return { origin: shop.url, id: new URL(shop.url).hostname };
}

/** EdDSA, ES256 and RS256, the algorithms of all authenticators. */
const algorithms = [-8, -7, -257];
const timeoutMs = 120_000;

/** The options with which a browser creates a passkey; `known` are not created twice. */
export function creationOptions(
  context: PasskeyContext,
  account: { id: string; name: string; email: string; storeName: string },
  challenge: string,
  known: readonly PasskeyRow[],
): PasskeyCreationOptions {
  return {
    challenge,
    rp: { id: relyingParty(context).id, name: account.storeName },
    user: {
      id: Buffer.from(account.id).toString('base64url'),
      name: account.email,
      displayName: account.name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: timeoutMs,
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  };
}

interface VerificationOptions {
  /** The authenticator has to verify its user by PIN or biometrics: without it a passkey alone proves no person. */
  isVerificationRequired: boolean;
}

/** The options with which a browser asks for one of the passkeys; null if there is none. */
export function requestOptions(
  context: PasskeyContext,
  challenge: string,
  known: readonly PasskeyRow[],
  { isVerificationRequired }: VerificationOptions,
): PasskeyRequestOptions | null {
  if (known.length === 0) return null;
  return {
    challenge,
    rpId: relyingParty(context).id,
    timeout: timeoutMs,
    allowCredentials: known.map(toDescriptor),
    userVerification: isVerificationRequired ? 'required' : 'preferred',
  };
}

function toDescriptor({ credential_id: id, transports }: PasskeyRow) {
  return { id, type: 'public-key' as const, transports };
}

/** The key of a new passkey; null unless it answers the challenge on a page of the shop. */
export async function verifyRegistration(
  context: PasskeyContext,
  challenge: string,
  registration: PasskeyRegistration,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'> | null> {
  const { verifyRegistrationResponse } = await webAuthn();
  const { origin, id } = relyingParty(context);
  const { transports = [], ...response } = registration.response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...registration, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo === undefined) return null;
    const { credential } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
    };
  } catch (error) {
    // The library throws for each invalid part.
    context.log.debug({ err: error }, 'A new passkey was rejected');
    return null;
  }
}

/** Whether an assertion answers the challenge with one of the passkeys. Stores its counter. */
export async function verifyAssertion(
  context: PasskeyContext,
  challenge: string,
  assertion: PasskeyAssertion,
  known: readonly PasskeyRow[],
  { isVerificationRequired }: VerificationOptions,
): Promise<boolean> {
  const passkey = known.find(({ credential_id }) => credential_id === assertion.id);
  if (passkey === undefined) return false;
  const { verifyAuthenticationResponse } = await webAuthn();
  const { origin, id } = relyingParty(context);
  const { userHandle, ...response } = assertion.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: isVerificationRequired,
      // Its counter is checked below, so that a copied authenticator is told from an invalid answer.
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    });
    if (!verified) return false;
    if (await recordPasskeyUse(context.db, passkey.id, authenticationInfo.newCounter, context.now()))
      return true;
    context.log.warn(
      { userId: passkey.account_id, passkeyId: passkey.id },
      'The signature counter of a passkey went back: it may have been copied',
    );
    return false;
  } catch (error) {
    context.log.debug({ err: error }, 'A passkey was rejected');
    return false;
  }
}
