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
/** How often an open stream looks whether its session still holds; that also keeps the session from idling out. */
const checkMs = 60_000

/** What a browser may leave unread; one that is stuck comes again and requests what it missed. */
const mostUnreadBytes = 1_048_576

/** What changes, as it happens: one line per browser that stays open. */
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
    // Nothing is awaited from here on until `close` is heard: a browser that goes meanwhile would never be noticed.
    const subscription = announcer.listen(caller.tenantId, placeFrom([lastId].flat()[0]), {
      start: (place) => write(startMessage(place)),
      send(reported) {
        // From there on the person may be another: the browser comes again as who it is now, and gets what is left out here.
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
    // Gone while the session was looked up: `close` was before.
    if (reply.raw.destroyed) end()
    return undefined

    /** Logged out, disabled, expired or with another role: the browser comes again, and has to log in where it must. */
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

/** Sends the head and answers how to send the rest. */
function begin(reply: FastifyReply): (text: string) => void {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies of the nginx family would otherwise hold the messages back.
    'x-accel-buffering': 'no',
  })
  reply.raw.write('retry: 2000\n\n')
  return (text) => {
    if (reply.raw.destroyed || reply.raw.writableEnded) return
    if (reply.raw.writableLength > mostUnreadBytes) reply.raw.destroy()
    else reply.raw.write(text)
  }
}
