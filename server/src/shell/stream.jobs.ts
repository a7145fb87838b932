import type { PlanningPresence } from '@cartage/contract/planning/app/presence'
import type { Context } from '../context.ts'
import { listPresences } from '../planning/presence.store.ts'
import { type Changes, isShown, type Place, type Reported, sinceThen } from './stream.rules.ts'
import { findEnds, listChanges } from './stream.views.ts'

/** Between two looks at what a tenant has that someone listens to: planners see each other's moves within a second. */
const lookEveryMs = 300
/** Who missed more than this requests everything again. */
const mostMissed = 500

/** One open stream. */
export interface Listener {
  /** Everything up to this place is known: a stream that is cut now goes on from here. */
  start(place: Place): void
  send(reported: readonly Reported[]): void
  /** Too much happened to report it one by one. */
  reset(place: Place): void
  /** Who has the planning board open, when that or what they have selected has changed. */
  presence(items: readonly PlanningPresence[]): void
}

/** What a listener has from the moment it joins, before anything was read. */
export interface Subscription {
  /** Ends when the listener has what it missed; fails when the log cannot be read. */
  readonly started: Promise<void>
  /** Ends it at any time, also while it starts. */
  end(): void
}

/** Runs work later. @returns takes that back */
export type Later = (work: () => void, ms: number) => () => void

/** What a browser that comes again knows: an old one says nothing of the plan. */
type Known = { log: number; plan: number | undefined }

interface Log {
  /** Up to here everyone who listens was notified; undefined until both sources were read. */
  place: Place | undefined
  opened: Promise<void>
  listeners: Set<Ear>
  /** Who had the planning board open at the last look, as text to compare. */
  presence: string
  cancel(): void
}

/** Sends the listeners of each tenant what its log gets; one look for all of them. */
export interface Announcer {
  /** Starts sending a listener what comes, after a place when it was here before. */
  listen(tenantId: string, known: Known | undefined, listener: Listener): Subscription
  stop(): void
}

/** An announcer for one process. */
export function createAnnouncer(ctx: Context, later: Later = byTimer): Announcer {
  const logs = new Map<string, Log>()

  function openLog(tenantId: string): Log {
    const log: Log = {
      presence: '[]',
      place: undefined,
      opened: Promise.resolve(),
      listeners: new Set(),
      cancel: () => {},
    }
    logs.set(tenantId, log)
    log.opened = readEnd(tenantId, log)
    return log
  }

  async function readEnd(tenantId: string, log: Log): Promise<void> {
    try {
      const { log: last, plan } = await ctx.db.asTenant(tenantId, findEnds)
      log.place = { log: last, plan }
      lookLater(tenantId, log)
    } catch (error) {
      // The next listener starts it again.
      if (logs.get(tenantId) === log) logs.delete(tenantId)
      throw error
    }
  }

  function lookLater(tenantId: string, log: Log): void {
    if (logs.get(tenantId) !== log) return
    log.cancel = later(() => void look(tenantId, log).finally(() => lookLater(tenantId, log)), lookEveryMs)
  }

  async function look(tenantId: string, log: Log): Promise<void> {
    try {
      const [changes, items] = await ctx.db.asTenant(tenantId, (tx) =>
        Promise.all([listChanges(tx, log.place!, mostMissed + 1), listPresences(tx)]),
      )
      log.place = endOf(changes, log.place!)
      for (const ear of log.listeners) ear.hear(changes)
      const presence = JSON.stringify(items)
      if (presence === log.presence) return
      log.presence = presence
      for (const ear of log.listeners) ear.listener.presence(items)
    } catch (error) {
      ctx.log.warn({ err: error, tenant_id: tenantId }, 'the log could not be looked at; it will be again')
    }
  }

  return {
    listen(tenantId, known, listener) {
      const log = logs.get(tenantId) ?? openLog(tenantId)
      const ear = createEar(listener, { ...log.place, ...withoutUnknown(known) })
      // Joined before anything is read, so that no change falls between what was read and what is reported.
      log.listeners.add(ear)
      return { started: start(), end }

      async function start(): Promise<void> {
        await log.opened
        const missed = known === undefined ? undefined : await readMissed(ctx, tenantId, known)
        if (log.listeners.has(ear)) ear.open(missed, log.place!)
      }

      function end(): void {
        log.listeners.delete(ear)
        if (log.listeners.size > 0 || logs.get(tenantId) !== log) return
        logs.delete(tenantId)
        log.cancel()
      }
    },
    stop() {
      for (const log of logs.values()) log.cancel()
      logs.clear()
    },
  }
}

function withoutUnknown(known: Known | undefined): Partial<Place> {
  if (known === undefined) return {}
  return known.plan === undefined ? { log: known.log } : { log: known.log, plan: known.plan }
}

function endOf({ log, plan }: Changes, place: Place): Place {
  return { log: log.at(-1)?.position ?? place.log, plan: plan.at(-1)?.position ?? place.plan }
}

type Ear = ReturnType<typeof createEar>

/** What one listener hears: nothing twice, and nothing before what it missed. */
function createEar(listener: Listener, known: Partial<Place>) {
  let received: Place | undefined
  let held: Changes[] | undefined = []

  function send(changes: Changes): void {
    const fresh = sinceThen(changes, received!)
    received = fresh.at(-1)?.place ?? received
    const shown = fresh.filter(({ change }) => isShown(change))
    if (shown.length > 0) listener.send(shown)
  }

  return {
    listener,
    hear(changes: Changes): void {
      if (held) held.push(changes)
      else send(changes)
    },
    /** @param missed what was read; undefined for one who is here for the first time, from `place` on */
    open(missed: Missed | undefined, place: Place): void {
      received = { ...place, ...known }
      if (missed === undefined) listener.start(received)
      else if (missed.changes) send(missed.changes)
      else {
        received = missed.end
        listener.reset(missed.end)
      }
      const meanwhile = held ?? []
      held = undefined
      for (const changes of meanwhile) send(changes)
    },
  }
}

/** What came after a place. Without changes it is too much, or a source does not go back, or not on, to there. */
interface Missed {
  end: Place
  changes: Changes | undefined
}

async function readMissed(ctx: Context, tenantId: string, known: Known): Promise<Missed> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    // In this order: what comes in between is reported and not lost.
    const { firstOfLog, log, plan } = await findEnds(tx)
    const end = { log, plan }
    if (known.log > log || known.log < firstOfLog - 1 || (known.plan ?? 0) > plan) return { end, changes: undefined }
    const missed = await listChanges(tx, { ...end, ...withoutUnknown(known) }, mostMissed + 1)
    // A browser that knows no place in the plan hears of it from where it joined.
    const changes = known.plan === undefined ? { ...missed, plan: [] } : missed
    return { end, changes: changes.log.length + changes.plan.length > mostMissed ? undefined : changes }
  })
}

function byTimer(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
