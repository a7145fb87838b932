import { placeOf } from '../../http/proxies.ts'

export interface ThrottleKey {
  readonly key: string
  /** Failures allowed within the time span. */
  readonly allowed: number
  /** Milliseconds for which a failure counts. */
  readonly spanMs: number
  /**
   * For account failures from all addresses: beyond `allowed` each one doubles the wait, up to this many milliseconds.
   */
  readonly longestWaitMs?: number
}

/** Throttle keys of an attempt. */
export interface Attempt {
  readonly keys: readonly ThrottleKey[]
  /** Account and address. At an address where the owner has logged in, failures from elsewhere do not lock them out. */
  readonly familiar?: string
}

const minute = 60_000
/** How long an address stays familiar after a login. */
export const familiarMs = 30 * 86_400_000

/** Account failures from all addresses: 50 an hour, then waits of one second, two, four, up to 15 minutes (TOKEN-5). */
export function accountKey(account: string): ThrottleKey {
  return { key: `account ${account.slice(0, 320)}`, allowed: 50, spanMs: 60 * minute, longestWaitMs: 15 * minute }
}

/** Key of an account at an address. */
export function familiarPlace(account: string, address: string): string {
  return `familiar ${account.slice(0, 320)} ${placeOf(address)}`
}

/** Machine credentials: 10 failures a minute for an id from one address, 60 for an address (TOKEN-3). */
export function credentialKeys(id: string, address: string): ThrottleKey[] {
  const place = placeOf(address)
  return [
    { key: `id ${id.slice(0, 200)} ${place}`, allowed: 10, spanMs: minute },
    { key: `address ${place}`, allowed: 60, spanMs: minute },
  ]
}
