import type { PlanningPresence } from '@cartage/contract/planning/app/presence'
import type { Context } from '../context.ts'
import { listPresences } from '../planning/presence.store.ts'
import { type Changes, isShown, type Place, type Reported, sinceThen } from './stream.rules.ts'
import { findEnds, listChanges } from './stream.views.ts'

/** Polling interval for tenants with listeners: planners see each other's moves within a second. */
const lookEveryMs = 300
/** A browser that missed more than this reloads everything. */
const mostMissed = 500

/** One open stream. */
export interface Listener {
  /** Everything up to this place is delivered: a reconnecting stream continues from here. */
  start(place: Place): void
  send(reported: readonly Reported[]): void
  /** Too many changes to report them one by one. */
  reset(place: Place): void
  /** Users with the planning board open, after they or their selection changed. */
  presence(items: readonly PlanningPresence[]): void
}

/** A listener's subscription, returned before anything is read. */
export interface Subscription {
  /** Resolves when the listener has what it missed; rejects when the log cannot be read. */
  readonly started: Promise<void>
  /** Ends the subscription at any time, also while it starts. */
  end(): void
}

/**
 * Runs work later.
 * @returns a function that cancels it
 */
export type Later = (work: () => void, ms: number) => () => void

/** Last place of a reconnecting browser; older ones have none for the plan. */
type Known = { log: number; plan: number | undefined }

interface Log {
  /** Place up to which all listeners were notified; undefined until both sources were read. */
  place: Place | undefined
  opened: Promise<void>
  listeners: Set<Ear>
  /** Users with the planning board open at the last poll, as text for comparison. */
  presence: string
  cancel(): void
}

/** Sends new log entries to the listeners of each tenant, with one poll for all of them. */
export interface Announcer {
  /** Starts sending changes to a listener, after its last place if it reconnects. */
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
      // The next listener starts the log again.
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
      // Joined before any read, so that no change falls between the read and the live reports.
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

/** Delivers to one listener: nothing more than once, and nothing before the missed changes. */
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
    /** @param missed the missed changes; undefined for a new listener, which starts at `place` */
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

/** Changes after a place. Undefined if there are too many, or a source does not cover the place. */
interface Missed {
  end: Place
  changes: Changes | undefined
}

async function readMissed(ctx: Context, tenantId: string, known: Known): Promise<Missed> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    // In this order, so that changes in between are reported and not lost.
    const { firstOfLog, log, plan } = await findEnds(tx)
    const end = { log, plan }
    if (known.log > log || known.log < firstOfLog - 1 || (known.plan ?? 0) > plan) return { end, changes: undefined }
    const missed = await listChanges(tx, { ...end, ...withoutUnknown(known) }, mostMissed + 1)
    // A browser without a place in the plan gets its changes from where it joined.
    const changes = known.plan === undefined ? { ...missed, plan: [] } : missed
    return { end, changes: changes.log.length + changes.plan.length > mostMissed ? undefined : changes }
  })
}

function byTimer(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
