import { placeOf } from '../../http/proxies.ts'

/** Failed attempts by key within the last minute, in this process. Times in milliseconds are given by the caller. */
export interface Throttle {
  /** Seconds to wait when one of the keys has failed too often; undefined while it has not. */
  check(keys: readonly ThrottleKey[], now: number): number | undefined
  fail(keys: readonly ThrottleKey[], now: number): void
  /** Takes back a failure that was counted at `time` before its attempt turned out right. */
  forgive(keys: readonly ThrottleKey[], time: number): void
}

export interface ThrottleKey {
  readonly key: string
  /** Failures in a minute that are still answered. */
  readonly allowed: number
}

const windowMs = 60_000
const mostKeys = 20_000

/** Counts failures; a minute after the oldest one that matters the key is free again. Holds at most 20,000 keys. */
export function createThrottle(): Throttle {
  const failures = new Map<string, number[]>()
  return {
    check(keys, now) {
      const waits = keys.map(({ key, allowed }) => waitOf(recent(failures.get(key), now), allowed, now))
      const longest = Math.max(0, ...waits)
      return longest === 0 ? undefined : longest
    },
    fail(keys, now) {
      for (const { key, allowed } of keys) {
        const list = [...recent(failures.get(key), now), now].slice(-allowed - 1)
        failures.delete(key)
        failures.set(key, list)
      }
      while (failures.size > mostKeys) failures.delete(failures.keys().next().value!)
    },
    forgive(keys, time) {
      for (const { key } of keys) {
        const list = failures.get(key) ?? []
        const at = list.indexOf(time)
        if (at !== -1) failures.set(key, list.toSpliced(at, 1))
      }
    },
  }
}

function recent(list: number[] | undefined, now: number): number[] {
  return (list ?? []).filter((time) => time > now - windowMs)
}

function waitOf(list: number[], allowed: number, now: number): number {
  if (list.length < allowed) return 0
  const oldest = list[list.length - allowed]!
  return Math.max(1, Math.ceil((oldest + windowMs - now) / 1_000))
}

/** Machine credentials: 10 failures a minute for an id from one address, 60 for an address (TOKEN-3). */
export function credentialKeys(id: string, address: string): ThrottleKey[] {
  const place = placeOf(address)
  return [
    { key: `id ${id.slice(0, 200)} ${place}`, allowed: 10 },
    { key: `address ${place}`, allowed: 60 },
  ]
}
