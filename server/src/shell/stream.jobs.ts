import type { Change } from '@cartage/contract/app/shell'
import type { Context } from '../context.ts'
import { findLogEnds } from '../events/views.ts'
import { listChanges } from './stream.views.ts'

/** Between two looks at the log of a tenant that somebody listens to. */
const lookEveryMs = 500
/** Who missed more than this asks for everything again. */
const mostMissed = 500

/** One open stream. */
export interface Listener {
  tell(changes: readonly Change[]): void
  /** Too much happened to tell it one by one. */
  reset(position: number): void
}

interface Log {
  position: number
  listeners: Set<Listener>
  timer: NodeJS.Timeout
}

/** Tells the listeners of each tenant what its log gets; one look for all of them. */
export interface Announcer {
  /**
   * Begins to tell a listener what comes, after `position` when it was here before.
   * @returns ends it
   */
  listen(tenantId: string, position: number | undefined, listener: Listener): Promise<() => void>
  stop(): void
}

/** An announcer for one process. */
export function createAnnouncer(ctx: Context): Announcer {
  const logs = new Map<string, Log>()

  async function look(tenantId: string, log: Log): Promise<void> {
    try {
      const changes = await changesAfter(ctx, tenantId, log.position)
      const last = changes.at(-1)?.position
      if (last === undefined) return
      log.position = last
      const told = changes.filter(({ type }) => type !== 'position.updated')
      for (const listener of log.listeners) listener.tell(told)
    } catch (error) {
      ctx.log.warn({ err: error, tenant_id: tenantId }, 'the log could not be looked at; it will be again')
    }
  }

  async function open(tenantId: string): Promise<Log> {
    const ends = await ctx.db.asTenant(tenantId, findLogEnds)
    const known = logs.get(tenantId)
    if (known) return known
    const log: Log = { position: ends?.last ?? 0, listeners: new Set(), timer: later() }
    logs.set(tenantId, log)
    return log

    function later(): NodeJS.Timeout {
      return setTimeout(async () => {
        await look(tenantId, log)
        if (logs.get(tenantId) === log) log.timer = later()
      }, lookEveryMs)
    }
  }

  return {
    async listen(tenantId, position, listener) {
      const log = logs.get(tenantId) ?? (await open(tenantId))
      const missed = position === undefined ? [] : await changesAfter(ctx, tenantId, position)
      if (missed.length > mostMissed) listener.reset(log.position)
      else listener.tell(missed.filter((change) => change.position <= log.position))
      log.listeners.add(listener)
      return () => {
        log.listeners.delete(listener)
        if (log.listeners.size > 0) return
        clearTimeout(log.timer)
        logs.delete(tenantId)
      }
    },
    stop() {
      for (const log of logs.values()) clearTimeout(log.timer)
      logs.clear()
    },
  }
}

async function changesAfter(ctx: Context, tenantId: string, position: number): Promise<Change[]> {
  return await ctx.db.asTenant(tenantId, (tx) => listChanges(tx, position, mostMissed + 1))
}
