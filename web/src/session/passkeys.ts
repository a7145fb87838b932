import type { NewPasskey, PasskeyCreation, PasskeyRequest } from '@cartage/contract/auth/app/passkeys'
import type { PasskeyAnswer } from '@cartage/contract/auth/app/session'

/** Whether this browser knows passkeys, with the JSON of WebAuthn level 3. */
export function knowsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' && typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'
  )
}

/** A passkey was not made or shown: the person closed the window of the browser, or no device has one. */
export class PasskeyCancelled extends Error {
  override name = 'PasskeyCancelled'
}

/**
 * Has the browser make a passkey.
 * @throws PasskeyCancelled
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
 * Has the browser show a passkey of this server.
 * @throws PasskeyCancelled
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
