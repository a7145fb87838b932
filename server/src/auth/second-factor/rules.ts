import { Secret, TOTP } from 'otpauth'
import { Problem } from '../../http/problem.ts'

/** Seconds a code is shown (RFC 6238 section 4). */
const period = 30
/** Steps before and after the present one that are taken, for clocks that differ. */
const drift = 1

function totpOf(secret: Uint8Array, label: string): TOTP {
  const bytes = Uint8Array.from(secret)
  return new TOTP({ issuer: 'Cartage', label, period, digits: 6, secret: new Secret({ buffer: bytes.buffer }) })
}

/** What an app needs to know: the secret in Base32, and the same as an address for the QR code. */
export function enrolment(secret: Uint8Array, email: string, tenant: string): { secret: string; url: string } {
  const totp = totpOf(secret, `${tenant} ${email}`)
  return { secret: totp.secret.base32, url: totp.toString() }
}

/**
 * Which time step a code belongs to, if it may be taken.
 * @param usedStep the last step a code was taken for; that one and earlier ones are refused
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

/** A recovery code without what people add while typing it. */
export function normalRecoveryCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase()
}

/** A recovery code as it is shown: `abcde-fghij`. @param bytes at least ten random ones */
export function recoveryCodeOf(bytes: Uint8Array): string {
  // No letter that looks like a digit; 31 of them, so a remainder favours the first few by less than 4 %.
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const text = [...bytes.slice(0, 10)].map((byte) => letters[byte % letters.length]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

/** What decides what a session may do where a second factor is required. */
export interface Standing {
  /** Whether the tenant requires one today. */
  is_required: boolean
  /** Whether the session was opened with more than the password. */
  is_proven: boolean
  /** Whether the person has a second factor. */
  is_set_up: boolean
}

/**
 * FACTOR-1, FACTOR-2: what a session may do. `SET_UP`: nothing but set up a second factor. `OVER`: the person has one by now and this
 * session was opened without it, so it is over.
 */
export function standingOf({ is_required, is_proven, is_set_up }: Standing): 'FULL' | 'SET_UP' | 'OVER' {
  if (!is_required || is_proven) return 'FULL'
  return is_set_up ? 'OVER' : 'SET_UP'
}

/**
 * Operations that set up a second factor, show who is signed in, change to another organisation or sign out. No other answers to a session
 * that is limited (FACTOR-1).
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
 * Keeps a session that can only set up a second factor to what does so; `operation` is the id of the contract.
 * @throws Problem second_factor_required (403)
 */
export function checkLimited({ is_limited }: { is_limited: boolean }, operation: string | undefined): void {
  if (is_limited && (operation === undefined || !ofLimited.has(operation))) throw new Problem('second_factor_required')
}
