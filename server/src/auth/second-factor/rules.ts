import { Secret, TOTP } from 'otpauth'
import { Problem } from '../../http/problem.ts'

/** Validity of a code in seconds (RFC 6238 section 4). */
const period = 30
/** Steps accepted before and after the current one, for clock drift. */
const drift = 1

function totpOf(secret: Uint8Array, label: string): TOTP {
  const bytes = Uint8Array.from(secret)
  return new TOTP({ issuer: 'Cartage', label, period, digits: 6, secret: new Secret({ buffer: bytes.buffer }) })
}

/** Enrolment data for an app: the secret in Base32, and as an address for the QR code. */
export function enrolment(secret: Uint8Array, email: string, tenant: string): { secret: string; url: string } {
  const totp = totpOf(secret, `${tenant} ${email}`)
  return { secret: totp.secret.base32, url: totp.toString() }
}

/**
 * Time step of a code, if it is accepted.
 * @param usedStep last step used; that one and earlier ones are refused
 * @param now milliseconds since 1970
 * @returns the step, undefined for a code that is wrong, too old or used
 */
export function stepOfCode(secret: Uint8Array, code: string, usedStep: number, now: number): number | undefined {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return undefined
  const delta = totpOf(secret, '').validate({ token: digits, timestamp: now, window: drift })
  if (delta === null) return undefined
  const step = Math.floor(now / 1_000 / period) + delta
  return step > usedStep ? step : undefined
}

/** A recovery code in lower case, without spaces and hyphens. */
export function normalRecoveryCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase()
}

/**
 * A recovery code in display form: `abcde-fghij`.
 * @param bytes at least ten random ones
 */
export function recoveryCodeOf(bytes: Uint8Array): string {
  // No letter that looks like a digit; 31 of them, so a remainder favours the first few by less than 4 %.
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const text = [...bytes.slice(0, 10)].map((byte) => letters[byte % letters.length]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

/** Inputs for the second-factor requirement of a session. */
export interface Standing {
  /** Whether the tenant requires one today. */
  is_required: boolean
  /** Whether the session was opened with more than the password. */
  is_proven: boolean
  /** Whether the person has a second factor. */
  is_set_up: boolean
}

/**
 * FACTOR-1, FACTOR-2: scope of a session. `SET_UP`: only setting up a second factor is allowed. `OVER`: the person has
 * one by now but the session was opened without it, so it ends.
 */
export function standingOf({ is_required, is_proven, is_set_up }: Standing): 'FULL' | 'SET_UP' | 'OVER' {
  if (!is_required || is_proven) return 'FULL'
  return is_set_up ? 'OVER' : 'SET_UP'
}

/**
 * Operations allowed to a limited session (FACTOR-1): set up a second factor, show the current user, switch
 * organisation or sign out.
 */
const ofLimited: ReadonlySet<string> = new Set([
  'getSession',
  'logout',
  'listOrganisations',
  'switchOrganisation',
  'getAccount',
  'openProviderAgain',
  'beginSecondFactor',
  'confirmSecondFactor',
  'listPasskeys',
  'beginPasskey',
  'addPasskey',
])

/**
 * Restricts a limited session to setting up a second factor. `operation` is the operation id of the contract.
 * @throws Problem second_factor_required (403)
 */
export function checkLimited({ is_limited }: { is_limited: boolean }, operation: string | undefined): void {
  if (is_limited && (operation === undefined || !ofLimited.has(operation))) throw new Problem('second_factor_required')
}
