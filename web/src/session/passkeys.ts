import type { NewPasskey, PasskeyCreation, PasskeyRequest } from '@cartage/contract/auth/app/passkeys'
import type { PasskeyAnswer } from '@cartage/contract/auth/app/session'

/** Whether this browser supports passkeys, with the JSON of WebAuthn level 3. */
export function knowsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' && typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'
  )
}

/** No passkey was created or used: the user closed the browser's dialog, or no device has one. */
export class PasskeyCancelled extends Error {
  override name = 'PasskeyCancelled'
}

/**
 * Creates a passkey in the browser.
 * @throws PasskeyCancelled if the user cancels
 */
export async function makePasskey(given: PasskeyCreation): Promise<NewPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
    rp: { id: given.host, name: 'Cartage' },
    user: { id: given.user_handle, name: given.email, displayName: given.display_name },
    challenge: given.challenge,
    pubKeyCredParams: given.algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: given.timeout_ms,
    excludeCredentials: given.present.map(({ credential, transports }) => ({
      ...{ type: 'public-key' as const, id: credential },
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  })
  const made = await shown(navigator.credentials.create({ publicKey }))
  const { id, response } = made.toJSON() as RegistrationResponseJSON
  return {
    credential: id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports,
  }
}

/**
 * Requests a passkey of this server from the browser.
 * @throws PasskeyCancelled if the user cancels
 */
export async function showPasskey({ host, challenge, timeout_ms }: PasskeyRequest): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    ...{ rpId: host, challenge, timeout: timeout_ms, userVerification: 'required' },
  })
  const answer = await shown(navigator.credentials.get({ publicKey }))
  const { id, response } = answer.toJSON() as AuthenticationResponseJSON
  return {
    credential: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle,
  }
}

async function shown(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await asked.catch(() => null)
  if (credential === null) throw new PasskeyCancelled()
  return credential as PublicKeyCredential
}
