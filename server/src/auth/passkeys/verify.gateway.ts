import type { NewPasskey } from '@cartage/contract/auth/app/passkeys'
import type { PasskeyAnswer } from '@cartage/contract/auth/app/session'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { algorithms, type RelyingParty } from './rules.ts'

/** The challenge a browser reports to have answered; undefined for malformed client data. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const challenge = (data as { challenge?: unknown } | null)?.challenge
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** Stored data of a new passkey. */
export interface Registered {
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
}

/**
 * Checks a new passkey (WebAuthn section 7.1): type, challenge, origin, host, presence and verification of the person.
 * Undefined if invalid.
 */
export async function readNewPasskey(
  party: RelyingParty,
  challenge: string,
  { credential: id, client_data, attestation, transports }: NewPasskey,
): Promise<Registered | undefined> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key' },
        response: { clientDataJSON: client_data, attestationObject: attestation },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (registrationInfo === undefined) return undefined
    const { credential } = registrationInfo
    return {
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
    }
  } catch {
    // The library throws for everything invalid, including malformed CBOR.
    return undefined
  }
}

/**
 * Checks a signature (WebAuthn section 7.2): type, challenge, origin, host, presence and verification of the person.
 * @returns the device counter, which the caller compares; undefined if invalid
 */
export async function readAnswer(
  party: RelyingParty,
  challenge: string,
  publicKey: Buffer,
  { credential: id, client_data, authenticator_data, signature }: PasskeyAnswer,
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key' },
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}
