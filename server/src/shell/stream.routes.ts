import { isDeepStrictEqual } from 'node:util'
import { streamChanges } from '@cartage/contract/app/shell'
import type { FastifyReply } from 'fastify'
import { type Server, serve } from '../http/serve.ts'
import { createAnnouncer } from './stream.jobs.ts'
import {
  heartbeat,
  isAbout,
  maySee,
  placeFrom,
  presenceMessage,
  resetMessage,
  startMessage,
  streamMessage,
} from './stream.rules.ts'

const heartbeatMs = 15_000
/** Interval of the session check of an open stream; it also keeps the session from idling out. */
const checkMs = 60_000

/** Maximum unread bytes; a browser that is stuck reconnects and requests what it missed. */
const mostUnreadBytes = 1_048_576

/** Live changes: one open connection per browser. */
export function serveStream(server: Server): void {
  const { app, ctx, gate } = server
  const announcer = createAnnouncer(ctx)
  const open = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of open) end()
    announcer.stop()
  })
  serve(server, streamChanges, async ({ caller, request, reply }) => {
    const lastId = request.headers['last-event-id']
    const write = begin(reply)
    let isBegun = false
    // No await before the `close` listener is set, or a disconnect in between would never be noticed.
    const subscription = announcer.listen(caller.tenantId, placeFrom([lastId].flat()[0]), {
      start: (place) => write(startMessage(place)),
      send(reported) {
        // The person's rights may differ from here on: the browser reconnects with the new ones and gets the skipped
        // changes.
        if (isBegun && reported.some(({ change }) => isAbout(change, caller))) {
          end()
          return
        }
        for (const one of reported) if (maySee(caller.permissions, one.change)) write(streamMessage(one))
      },
      reset: (place) => write(resetMessage(place)),
      presence(items) {
        if (caller.permissions.includes('trip.read')) write(presenceMessage(items))
      },
    })
    const beat = setInterval(() => write(heartbeat), heartbeatMs)
    const check = setInterval(checkPerson, checkMs)
    open.add(end)
    reply.raw.on('close', end)
    subscription.started.then(
      () => {
        isBegun = true
        checkPerson()
      },
      (error: unknown) => {
        ctx.log.warn(
          { err: error, tenant_id: caller.tenantId },
          'a stream could not begin; the browser will come again',
        )
        end()
      },
    )
    // Closed during the session check: `close` was emitted before.
    if (reply.raw.destroyed) end()
    return undefined

    /** After a logout, deactivation, expiry or change of role, the browser reconnects and logs in if required. */
    function checkPerson(): void {
      gate.authenticate.session(request).then((now) => {
        if (!isDeepStrictEqual([now.permissions, now.companyId], [caller.permissions, caller.companyId])) end()
      }, end)
    }

    function end(): void {
      clearInterval(beat)
      clearInterval(check)
      subscription.end()
      open.delete(end)
      reply.raw.end()
    }
  })
}

/**
 * Sends the head.
 * @returns a function to send the rest
 */
function begin(reply: FastifyReply): (text: string) => void {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies of the nginx family would otherwise buffer the messages.
    'x-accel-buffering': 'no',
  })
  reply.raw.write('retry: 2000\n\n')
  return (text) => {
    if (reply.raw.destroyed || reply.raw.writableEnded) return
    if (reply.raw.writableLength > mostUnreadBytes) reply.raw.destroy()
    else reply.raw.write(text)
  }
}
