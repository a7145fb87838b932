import type { Change } from '@cartage/contract/app/shell'
import type { Context } from '../context.ts'
import { findLogEnds } from '../events/views.ts'
import { isShown, sinceThen } from './stream.rules.ts'
import { listChanges } from './stream.views.ts'

/** Between two looks at the log of a tenant that someone listens to. */
const lookEveryMs = 500
/** Who missed more than this requests everything again. */
const mostMissed = 500

/** One open stream. */
export interface Listener {
  /** Everything up to this position is known: a stream that is cut now goes on from here. */
  start(position: number): void
  send(changes: readonly Change[]): void
  /** Too much happened to report it one by one. */
  reset(position: number): void
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

interface Log {
  /** Up to here everyone who listens was notified; undefined until the log was read. */
  position: number | undefined
  opened: Promise<void>
  listeners: Set<(changes: readonly Change[]) => void>
  cancel(): void
}

/** Sends the listeners of each tenant what its log gets; one look for all of them. */
export interface Announcer {
  /** Starts sending a listener what comes, after `position` when it was here before. */
  listen(tenantId: string, position: number | undefined, listener: Listener): Subscription
  stop(): void
}

/** An announcer for one process. */
export function createAnnouncer(ctx: Context, later: Later = byTimer): Announcer {
  const logs = new Map<string, Log>()

  function openLog(tenantId: string): Log {
    const log: Log = { position: undefined, opened: Promise.resolve(), listeners: new Set(), cancel: () => {} }
    logs.set(tenantId, log)
    log.opened = readEnd(tenantId, log)
    return log
  }

  async function readEnd(tenantId: string, log: Log): Promise<void> {
    try {
      const ends = await ctx.db.asTenant(tenantId, findLogEnds)
      log.position = ends?.last ?? 0
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
      const changes = await ctx.db.asTenant(tenantId, (tx) => listChanges(tx, log.position!, mostMissed + 1))
      log.position = changes.at(-1)?.position ?? log.position
      for (const send of log.listeners) send(changes)
    } catch (error) {
      ctx.log.warn({ err: error, tenant_id: tenantId }, 'the log could not be looked at; it will be again')
    }
  }

  return {
    listen(tenantId, position, listener) {
      const log = logs.get(tenantId) ?? openLog(tenantId)
      const ear = createEar(listener, position ?? log.position)
      // Joined before anything is read, so that no change falls between what was read and what is reported.
      log.listeners.add(ear.hear)
      return { started: start(), end }

      async function start(): Promise<void> {
        await log.opened
        const missed = position === undefined ? undefined : await readMissed(ctx, tenantId, position)
        if (log.listeners.has(ear.hear)) ear.open(missed, log.position!)
      }

      function end(): void {
        log.listeners.delete(ear.hear)
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

/** What one listener hears: nothing twice, and nothing before what it missed. */
function createEar(listener: Listener, known: number | undefined) {
  let received = known
  let held: Change[] | undefined = []

  function send(changes: readonly Change[]): void {
    const fresh = sinceThen(changes, received!)
    received = fresh.at(-1)?.position ?? received
    const shown = fresh.filter(isShown)
    if (shown.length > 0) listener.send(shown)
  }

  return {
    hear(changes: readonly Change[]): void {
      if (held) held.push(...changes)
      else send(changes)
    },
    /** @param missed what was read; undefined for one who is here for the first time, from `position` on */
    open(missed: Missed | undefined, position: number): void {
      received ??= position
      if (missed === undefined) listener.start(received)
      else if (missed.changes) send(missed.changes)
      else {
        received = missed.last
        listener.reset(received)
      }
      const meanwhile = held ?? []
      held = undefined
      send(meanwhile)
    },
  }
}

/** What came after a position. Without changes it is too much, or the log does not go back, or not on, to there. */
interface Missed {
  last: number
  changes: Change[] | undefined
}

async function readMissed(ctx: Context, tenantId: string, position: number): Promise<Missed> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    // In this order: what comes in between is reported and not lost.
    const ends = await findLogEnds(tx)
    const { first, last } = ends ?? { first: 1, last: 0 }
    if (position > last || position < first - 1) return { last, changes: undefined }
    const changes = await listChanges(tx, position, mostMissed + 1)
    return { last, changes: changes.length > mostMissed ? undefined : changes }
  })
}

function byTimer(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
