import type { ThrottleKey } from './throttle.rules.ts'

/**
 * Failed machine credentials by key, in this process. Secrets of 32 random bytes cannot be guessed, so this only bounds
 * the load of a client that keeps sending a wrong one. Times in milliseconds are given by the caller.
 */
export interface MachineFailures {
  /** Seconds to wait if one of the keys has failed too often; undefined otherwise. */
  check(keys: readonly ThrottleKey[], now: number): number | undefined
  fail(keys: readonly ThrottleKey[], now: number): void
  /** Takes back a failure counted at `time` once its attempt succeeded. */
  forgive(keys: readonly ThrottleKey[], time: number): void
}

const windowMs = 60_000
const mostKeys = 20_000

/** Counts failures. A key is free again one minute after its oldest counted failure. Holds at most 20,000 keys. */
export function createMachineFailures(): MachineFailures {
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
