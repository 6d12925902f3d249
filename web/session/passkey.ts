import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '#contract/identity/second-factor.ts';
import { importWithRetry } from '#web/ui/lazy.tsx';

// Loaded when a passkey is used: few visitors need it.
const webAuthn = () => importWithRetry(() => import('@simplewebauthn/browser'));

/** Asks for a passkey of the account; null if the user cancels or has none here. */
export async function askForPasskey(options: PasskeyRequestOptions): Promise<PasskeyAssertion | null> {
  try {
    const { startAuthentication } = await webAuthn();
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options });
    return { id, rawId, type: 'public-key', response };
  } catch {
    return null;
  }
}

/** Creates a passkey; `exists` if this device has one of the account. Null if the user cancels. */
export async function createPasskey(
  options: PasskeyCreationOptions,
): Promise<PasskeyRegistration | 'exists' | null> {
  try {
    const { startRegistration } = await webAuthn();
    const { id, rawId, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
  } catch (error) {
    return error instanceof Error && error.name === 'InvalidStateError' ? 'exists' : null;
  }
}
