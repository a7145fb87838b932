import { placeOf } from '../../http/proxies.ts'

export interface ThrottleKey {
  readonly key: string
  /** Failures within the span that are still answered. */
  readonly allowed: number
  /** Milliseconds a failure counts. */
  readonly spanMs: number
  /** For the failures of an account from everywhere: from `allowed` on each doubles the wait, up to so many milliseconds. */
  readonly longestWaitMs?: number
}

/** What an attempt counts against. */
export interface Attempt {
  readonly keys: readonly ThrottleKey[]
  /** An account at a place: where it was used before, failures elsewhere do not keep its owner out. */
  readonly familiar?: string
}

const minute = 60_000
/** How long a place stays familiar after a login there. */
export const familiarMs = 30 * 86_400_000

/** Failures of an account from all places: 50 in an hour, then waits of one second, two, four, up to 15 minutes (TOKEN-5). */
export function accountKey(account: string): ThrottleKey {
  return { key: `account ${account.slice(0, 320)}`, allowed: 50, spanMs: 60 * minute, longestWaitMs: 15 * minute }
}

/** Names an account at a place. */
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
