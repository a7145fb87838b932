import { DatabaseRefused, NoPrimary } from '../failure.ts'
import { type Host, nameOf } from './address.ts'

/** Status reported by a host. */
export interface Seen {
  readonly host: Host
  readonly state: 'primary' | 'standby' | 'away'
  /** Of a primary: each promotion of a standby starts a higher one. Null if not reported. */
  readonly timeline: number | null
  /** Shared by a primary and its standbys. Null if not reported. */
  readonly system: string | null
  /** Why it is unavailable. */
  readonly reason?: string
}

/** The newest primary ever used. */
export interface Newest {
  readonly system: string | null
  readonly timeline: number
}

/**
 * Selects the host to use from all reports: of several primaries the one with the highest timeline (OPS-7).
 * @throws NoPrimary with the state of each host
 * @throws DatabaseRefused if the hosts are not copies of one database
 */
export function choosePrimary(seen: readonly Seen[], newest: Newest | undefined): Seen {
  const primaries = seen.filter(({ state }) => state === 'primary')
  const systems = new Set(primaries.flatMap(({ system }) => system ?? []))
  if (newest === undefined && systems.size > 1) {
    throw new DatabaseRefused(
      `${listed(primaries)} are primaries of different databases, not copies of one. Name in DATABASE_URL only a ` +
        'primary and its standbys.',
    )
  }
  const usable = primaries.filter((one) => faultOf(one, newest) === undefined)
  const highest = Math.max(...usable.map(timelineOf))
  const [first, second] = usable.filter((one) => timelineOf(one) === highest)
  if (first !== undefined && second === undefined) return first
  if (second !== undefined) {
    throw new NoPrimary(
      `${listed(usable)} are both primaries on timeline ${highest}, so neither is written to. Stop the one that is not ` +
        'wanted, and let it join again as a standby.',
    )
  }
  const reasons = seen.map((one) => faultOf(one, newest)).join('; ')
  throw new NoPrimary(
    seen.length === 1 ? `${reasons}.` : `None of the hosts in DATABASE_URL is a primary to write to: ${reasons}.`,
  )
}

/** Why a host must not be written to, as part of a sentence; undefined if it may be. */
export function faultOf(seen: Seen, newest: Newest | undefined): string | undefined {
  const name = nameOf(seen.host)
  if (seen.state === 'away') return `${name} does not answer (${seen.reason})`
  if (newest?.system && seen.system && seen.system !== newest.system) return `${name} is another database`
  if (seen.state === 'standby') return `${name} is a standby`
  return isReplaced(seen, newest)
    ? `${name} is a primary on timeline ${seen.timeline}, which was replaced by one on timeline ${newest!.timeline}: stop ` +
        'it, and let it join again as a standby'
    : undefined
}

/** Whether this primary was replaced by a newer one without noticing. */
export function isReplaced(seen: Seen, newest: Newest | undefined): boolean {
  return seen.state === 'primary' && newest !== undefined && timelineOf(seen) < newest.timeline
}

/** The newest primary after using this one. */
export function newestOf({ system, timeline }: Seen, before: Newest | undefined): Newest {
  return { system: system ?? before?.system ?? null, timeline: Math.max(timeline ?? 0, before?.timeline ?? 0) }
}

function timelineOf({ timeline }: Seen): number {
  return timeline ?? 0
}

function listed(seen: readonly Seen[]): string {
  return seen.map(({ host }) => nameOf(host)).join(' and ')
}
