import type pg from 'pg'
import { NoPrimary } from '../failure.ts'
import { type DatabaseUrl, type Host, nameOf } from './address.ts'
import { choosePrimary, faultOf, isReplaced, type Newest, newestOf, type Seen } from './choose.ts'
import { createLooker, cut, querySession, type Replication, type Sight } from './look.ts'

/** Known state of the hosts of a database. */
export interface HostsView {
  /** Fresh reports, in the order of DATABASE_URL. */
  seen: readonly Seen[]
  /** The primary in use; null if there is none. */
  used: Seen | null
  /** Its replication status. */
  replication: Replication | null
  newest: Newest | undefined
}

/** The hosts in DATABASE_URL. The only place that chooses the host of a connection (OPS-5). */
export interface Hosts {
  readonly count: number
  /**
   * Host for a new connection; undefined if only one host is named.
   * @throws NoPrimary with the state of each host
   */
  find(): Promise<Host | undefined>
  /**
   * Checks which host a new connection reached, before it is used. It is cut as soon as another primary is used.
   * @throws NoPrimary if it must not be written to
   */
  admit(client: pg.Client): Promise<void>
  /** Queries all hosts now. */
  observe(): Promise<HostsView>
  close(): Promise<void>
}

/** Persists the highest timeline of each database, so that a restarted process recognises a replaced primary. */
export interface Timelines {
  /** 0 for a database never used. */
  highestOf(system: string): number
  keep(system: string, timeline: number): void
}

export interface HostsOptions {
  url: DatabaseUrl
  timelines?: Timelines
  /** Receives messages for the operator. */
  log?: (message: string, facts: Record<string, unknown>) => void
}

/** Maximum age of the used host's report for a new connection without querying all hosts again. */
const freshMs = 2_500
/** Interval for querying all hosts while connections are open. */
const lookEveryMs = 1_000

interface Noted extends Sight {
  at: number
}

/** Tracks the hosts for one process. Nothing is queried before the first connection. */
export function createHosts({ url, timelines, log = () => {} }: HostsOptions): Hosts {
  const lookers = url.hosts.map((host) => createLooker(url.connectionString, host, url.hosts.length > 1))
  const notes = new Map<number, Noted>()
  const clients = new Map<pg.Client, Seen>()
  let newest: Newest | undefined
  let used: Seen | undefined
  let watch: NodeJS.Timeout | undefined
  const warned = new Set<string>()

  /** The newest primary including earlier runs on this machine, as a fresh process has not used any yet. */
  const newestAmong = (seen: readonly Seen[]): Newest | undefined => {
    const systems = new Set(seen.flatMap(({ system }) => system ?? []))
    const [system] = systems
    if (newest !== undefined || system === undefined || systems.size > 1) return newest
    return { system, timeline: timelines?.highestOf(system) ?? 0 }
  }

  /** From now on no other host is written to, including over open connections. */
  const use = (seen: Seen) => {
    if (used === undefined || nameOf(used.host) !== nameOf(seen.host) || used.timeline !== seen.timeline) {
      const facts = { host: nameOf(seen.host), timeline: seen.timeline, before: used && nameOf(used.host) }
      if (used !== undefined) log('another primary of the database is used from now on', facts)
    }
    used = seen
    const before = newest
    newest = newestOf(seen, before)
    if (newest.system !== null && newest.timeline !== before?.timeline) timelines?.keep(newest.system, newest.timeline)
    for (const [client, reached] of clients) if (isReplaced(reached, newest)) cut(client)
  }

  const note = (index: number, sight: Sight) => {
    notes.set(index, { ...sight, at: performance.now() })
    const { seen } = sight
    const name = nameOf(seen.host)
    if (isReplaced(seen, newest)) {
      if (!warned.has(name)) log(`${faultOf(seen, newest)}.`, { host: name, timeline: seen.timeline })
      warned.add(name)
    } else if (seen.state !== 'away') warned.delete(name)
    // One answer suffices to follow a new primary. Initially all are awaited.
    const isNewer = newest !== undefined && used !== undefined && (seen.timeline ?? 0) > newest.timeline
    if (seen.state === 'primary' && isNewer && faultOf(seen, newest) === undefined) use(seen)
    if (seen.state === 'standby' && url.hosts.length > 1) cutAll(seen.host)
    return sight
  }

  const cutAll = (host: Host) => {
    for (const [client, reached] of clients) if (nameOf(reached.host) === nameOf(host)) cut(client)
  }

  // A closed connection may mean that its host died. Earlier answers are void until all hosts were queried again,
  // because a replaced primary can be back within a second and would accept writes.
  let ended = 0
  let endedBeforeLook = 0

  const lookAtAll = async () => {
    const before = ended
    const sights = await Promise.all(lookers.map(async (looker, index) => note(index, await looker.look())))
    endedBeforeLook = Math.max(endedBeforeLook, before)
    return sights
  }

  const isFresh = (host: Host) => {
    if (endedBeforeLook < ended) return false
    const noted = [...notes.values()].find(({ seen }) => nameOf(seen.host) === nameOf(host))
    return noted?.seen.state === 'primary' && performance.now() - noted.at < freshMs
  }

  const choose = (sights: readonly Sight[]): Seen => {
    try {
      const all = sights.map(({ seen }) => seen)
      const chosen = choosePrimary(all, newestAmong(all))
      use(chosen)
      return chosen
    } catch (error) {
      // A primary slow to answer stays the target. Statements it cannot handle fail by themselves.
      const last = used && sights.find(({ seen }) => nameOf(seen.host) === nameOf(used!.host))?.seen
      const isAlone = !sights.some(({ seen }) => seen.state === 'primary')
      if (error instanceof NoPrimary && isAlone && last?.state === 'away') return used!
      throw error
    }
  }

  const startWatch = () => {
    if (watch !== undefined || url.hosts.length === 1) return
    watch = setInterval(() => void lookAtAll(), lookEveryMs).unref()
  }
  const endWatch = () => {
    clearInterval(watch)
    watch = undefined
  }

  return {
    count: url.hosts.length,
    async find() {
      if (url.hosts.length === 1) return undefined
      if (used !== undefined && isFresh(used.host)) return used.host
      return choose(await lookAtAll()).host
    },
    async admit(client) {
      const seen = await querySession(client, { host: client.host, port: client.port })
      const fault = faultOf(seen, newestAmong([seen]))
      if (fault !== undefined)
        throw new NoPrimary(`${fault}. Name the primary in DATABASE_URL, or it and its standbys.`)
      if (url.hosts.length === 1 || used === undefined || (seen.timeline ?? 0) > (newest?.timeline ?? 0)) use(seen)
      clients.set(client, seen)
      client.once('end', () => {
        clients.delete(client)
        ended += 1
        if (clients.size === 0) endWatch()
      })
      startWatch()
    },
    async observe() {
      const sights = await lookAtAll()
      let primary: Seen | undefined
      try {
        primary = choose(sights)
      } catch (error) {
        if (!(error instanceof NoPrimary)) throw error
      }
      const sight = sights.find(({ seen }) => primary && nameOf(seen.host) === nameOf(primary.host))
      const isPrimary = sight?.seen.state === 'primary'
      return {
        seen: sights.map(({ seen }) => seen),
        used: isPrimary ? sight.seen : null,
        replication: isPrimary ? sight.replication : null,
        newest,
      }
    },
    async close() {
      endWatch()
      await Promise.all(lookers.map((looker) => looker.close()))
    },
  }
}
