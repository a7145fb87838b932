import type pg from 'pg'
import { NoPrimary } from '../failure.ts'
import { type DatabaseUrl, type Host, nameOf } from './address.ts'
import { choosePrimary, faultOf, isReplaced, type Newest, newestOf, type Seen } from './choose.ts'
import { createLooker, cut, querySession, type Replication, type Sight } from './look.ts'

/** What is known of the hosts of a database. */
export interface HostsView {
  /** As it was asked just now, in the order of DATABASE_URL. */
  seen: readonly Seen[]
  /** The primary that is used; null when there is none. */
  used: Seen | null
  /** Who copies it. */
  replication: Replication | null
  newest: Newest | undefined
}

/** The hosts that DATABASE_URL names: the one place where the host of a connection is chosen (OPS-5). */
export interface Hosts {
  readonly count: number
  /**
   * Where a new connection goes; undefined when only one host is named.
   * @throws NoPrimary saying what each host is
   */
  find(): Promise<Host | undefined>
  /**
   * Asks a new connection what it reached, before anyone uses it. It is cut as soon as another primary is used.
   * @throws NoPrimary when it must not be written to
   */
  admit(client: pg.Client): Promise<void>
  /** Asks all hosts now. */
  observe(): Promise<HostsView>
  close(): Promise<void>
}

/** Keeps the highest timeline of each database over restarts, so that a process that starts knows a replaced primary. */
export interface Timelines {
  /** 0 for a database that was never used. */
  highestOf(system: string): number
  keep(system: string, timeline: number): void
}

export interface HostsOptions {
  url: DatabaseUrl
  timelines?: Timelines
  /** Hears what an operator wants to know. */
  log?: (message: string, facts: Record<string, unknown>) => void
}

/** How old an answer of the host in use may be for a connection to go there without asking all of them again. */
const freshMs = 2_500
/** While connections are open all hosts are asked this often. */
const lookEveryMs = 1_000

interface Noted extends Sight {
  at: number
}

/** Looks after the hosts of one process. Nothing is asked before the first connection. */
export function createHosts({ url, timelines, log = () => {} }: HostsOptions): Hosts {
  const lookers = url.hosts.map((host) => createLooker(url.connectionString, host, url.hosts.length > 1))
  const notes = new Map<number, Noted>()
  const clients = new Map<pg.Client, Seen>()
  let newest: Newest | undefined
  let used: Seen | undefined
  let watch: NodeJS.Timeout | undefined
  const warned = new Set<string>()

  /** What is newest, by what this machine has seen before: a process that starts has not used anything yet. */
  const newestAmong = (seen: readonly Seen[]): Newest | undefined => {
    const systems = new Set(seen.flatMap(({ system }) => system ?? []))
    const [system] = systems
    if (newest !== undefined || system === undefined || systems.size > 1) return newest
    return { system, timeline: timelines?.highestOf(system) ?? 0 }
  }

  /** From now on no other host is written to, also over connections that are open. */
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
    // One answer is enough to follow a new primary; to begin with, all are heard.
    const isNewer = newest !== undefined && used !== undefined && (seen.timeline ?? 0) > newest.timeline
    if (seen.state === 'primary' && isNewer && faultOf(seen, newest) === undefined) use(seen)
    if (seen.state === 'standby' && url.hosts.length > 1) cutAll(seen.host)
    return sight
  }

  const cutAll = (host: Host) => {
    for (const [client, reached] of clients) if (nameOf(reached.host) === nameOf(host)) cut(client)
  }

  // A connection that ended may mean that its host died. Until all hosts were asked again no answer of before counts: a
  // primary that was replaced can be back within a second, and would take writes.
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
      // A primary that is slow to say so is still the one to go to: what it does not take fails by itself.
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
