import { type Host, nameOf } from '../db/hosts/address.ts'
import { faultOf, isReplaced } from '../db/hosts/choose.ts'
import type { Replication, Standby } from '../db/hosts/look.ts'
import type { Hosts, HostsView } from '../db/hosts/primary.ts'

/** The host in use and its standbys, for /readyz, `cartage doctor` and /metrics (OPS-8). */
export interface DatabaseHosts {
  /** The primary in use; null when there is none. */
  host: string | null
  /** How often a standby was promoted, starting at 1. */
  timeline: number | null
  hosts: { host: string; state: 'primary' | 'standby' | 'away' | 'replaced' }[]
  standbys: Standby[]
  /** Whether every commit waits for a standby. */
  is_synchronous: boolean
  /** Set when commits wait for a missing standby: nothing is accepted until one returns. */
  stuck: string | null
  /** Risks of data loss or downtime if the primary fails, in sentences. */
  warnings: string[]
}

/** Queries every host. Undefined for the embedded database, which has only one. */
export async function readHosts(hosts: Hosts | undefined): Promise<DatabaseHosts | undefined> {
  return hosts && describeHosts(await hosts.observe())
}

/** Describes the observed hosts. */
export function describeHosts(view: HostsView): DatabaseHosts {
  const { seen, used, replication, newest } = view
  return {
    host: used && nameOf(used.host),
    timeline: used?.timeline ?? null,
    hosts: seen.map((one) => ({ host: nameOf(one.host), state: isReplaced(one, newest) ? 'replaced' : one.state })),
    standbys: replication?.standbys ?? [],
    is_synchronous: replication !== null && replication.names !== '' && waitsFor(replication) === 0,
    stuck: replication && stuckBy(replication),
    warnings: warningsOf(view),
  }
}

/** How many synchronous standbys are missing for commits to complete. */
function waitsFor({ names, standbys }: Replication): number {
  if (names === '') return 0
  const wanted = Number(/^\s*(?:first|any)?\s*(\d+)\s*\(/i.exec(names)?.[1] ?? 1)
  return Math.max(0, wanted - standbys.filter(({ mode }) => mode === 'sync' || mode === 'quorum').length)
}

function stuckBy(replication: Replication): string | null {
  if (!replication.is_visible || waitsFor(replication) === 0) return null
  return (
    'Commits wait for a synchronous standby, and none is attached: start it, or run on the primary: alter system set ' +
    "synchronous_standby_names = ''; select pg_reload_conf();"
  )
}

function warningsOf({ seen, used, replication, newest }: HostsView): string[] {
  const isSeveral = seen.length > 1
  const isUsed = (host: Host) => used !== null && nameOf(used.host) === nameOf(host)
  const others = seen.filter((one) => !isUsed(one.host) && one.state !== 'standby')
  const faults = isSeveral ? others.flatMap((one) => faultOf(one, newest) ?? []).map((fault) => `${fault}.`) : []
  if (replication === null) return faults
  const { names, is_visible: isVisible } = replication
  if (isSeveral && names === '') {
    faults.push(
      'synchronous_standby_names is empty although DATABASE_URL names several hosts: what was accepted last is lost when ' +
        'the primary breaks. Set it to the name of the standby, see the guide "From one machine to many".',
    )
  }
  if ((isSeveral || names !== '') && !isVisible) {
    faults.push(
      'The login of DATABASE_URL may not see which standbys are attached. Run as an administrator: grant pg_monitor to it.',
    )
  }
  return faults
}
