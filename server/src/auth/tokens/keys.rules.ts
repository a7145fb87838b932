/** NEXT is published to every process before it signs; RETIRED only verifies; GONE is refused. */
export type KeyState = 'NEXT' | 'ACTIVE' | 'RETIRED' | 'GONE'

export interface KeyAge {
  kid: string
  state: KeyState
  /** Seconds in this state, by the database clock. */
  seconds_in_state: number
}

export type KeyChange = { kind: 'create'; state: 'NEXT' | 'ACTIVE' } | { kind: 'move'; kid: string; to: KeyState }

const day = 86_400
const rotateAfter = 30 * day
const announceAfter = 29 * day
/** Processes reload the keys every minute, so five minutes are ample. */
const knownEverywhereAfter = 300
/** Token lifetime of an hour, plus five minutes of clock tolerance. */
const retiredFor = 3_900

/**
 * Key changes due now (TOKEN-1): NEXT, ACTIVE, RETIRED, GONE. Idempotent once applied, so any number of processes may
 * run it under the lock.
 */
export function decideKeyChanges(keys: readonly KeyAge[]): KeyChange[] {
  const changes: KeyChange[] = keys
    .filter((key) => key.state === 'RETIRED' && key.seconds_in_state >= retiredFor)
    .map((key) => ({ kind: 'move', kid: key.kid, to: 'GONE' }))
  const active = keys.find((key) => key.state === 'ACTIVE')
  const next = keys.find((key) => key.state === 'NEXT')
  if (active === undefined) {
    changes.push(next ? { kind: 'move', kid: next.kid, to: 'ACTIVE' } : { kind: 'create', state: 'ACTIVE' })
  } else if (next === undefined) {
    if (active.seconds_in_state >= announceAfter) changes.push({ kind: 'create', state: 'NEXT' })
  } else if (active.seconds_in_state >= rotateAfter && next.seconds_in_state >= knownEverywhereAfter) {
    changes.push({ kind: 'move', kid: active.kid, to: 'RETIRED' }, { kind: 'move', kid: next.kid, to: 'ACTIVE' })
  }
  return changes
}
