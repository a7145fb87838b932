import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { type PlainSftp, startPlainSftp } from '../../testing/servers/sftp.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { addSubscription } from '../subscriptions/commands.ts'
import { findTargets } from '../subscriptions/store.ts'
import { type Channels, openChannels, openTarget } from './gateway.ts'
import type { Message, Target } from './target.model.ts'

const server = await startTestServer()
const { ctx } = server
let sftp: PlainSftp
let target: Target
let channels: Channels

beforeAll(async () => {
  sftp = await startPlainSftp()
  const tenant = await server.tenant()
  const { url, login } = sftp
  const input = { channel: 'SFTP', url, receiver_auth: login, folder: 'in', host_keys: [sftp.hostKey()] } as const
  const { subscription_id } = await addSubscription(ctx, tenant.tenantId, byOperator, input)
  const [stored] = await tenant.asTenant((tx) => findTargets(tx, subscription_id))
  target = openTarget(ctx, tenant.tenantId, stored!)
})
afterAll(async () => {
  await sftp.stop()
  await server.close()
})
// Only the clock of the time limits is faked: connections, files and the server are real.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  channels = openChannels(ctx)
})
afterEach(async () => {
  channels.close()
  vi.useRealTimers()
  sftp.behaviour = {}
  await sftp.allClosed()
})

const messageOf = (payload: string): Message => ({
  event_id: ctx.newId(),
  type: 'order.accepted',
  entity_id: ctx.newId(),
  epoch: 1,
  sequence: 1,
  attempts: 0,
  payload,
})

const contentOf = async ({ event_id }: Message) => {
  const [name] = (await readdir(join(sftp.home, 'in'))).filter((file) => file.includes(event_id))
  return name && (await readFile(join(sftp.home, 'in', name), 'utf8'))
}

describe('a file over a slow line', () => {
  test('arrives completely, however long it takes, if each part is acknowledged within a minute', async () => {
    let pieces = 0
    sftp.behaviour = {
      async holdWrite() {
        pieces += 1
        vi.advanceTimersByTime(25_000)
      },
    }
    const message = messageOf('x'.repeat(130_000))
    const { outcome, attempt } = await channels.send(target, message)
    expect(attempt.failure).toBeNull()
    expect(outcome.channelVerdict).toEqual({ verdict: 'delivered' })
    expect(pieces).toBe(5)
    expect(await contentOf(message)).toBe(message.payload)
  })

  test('DLV-12: fails when the server does not respond for a minute, and the connection is closed', async () => {
    sftp.behaviour = {
      async holdWrite() {
        sftp.behaviour = {}
        vi.advanceTimersByTime(60_000)
        await new Promise(() => {})
      },
    }
    const { attempt } = await channels.send(target, messageOf('{}'))
    expect(attempt.failure).toMatch(/^failed: could not write .*: an answer of the server took longer than 60 seconds$/)
    await sftp.allClosed()
  })
})

describe('a connection', () => {
  test('is reused within half a minute after the last response, and then closed', async () => {
    const before = sftp.connected()
    await channels.send(target, messageOf('{}'))
    vi.advanceTimersByTime(29_000)
    await channels.send(target, messageOf('{}'))
    vi.advanceTimersByTime(29_000)
    await channels.send(target, messageOf('{}'))
    expect(sftp.connected()).toBe(before + 1)
    vi.advanceTimersByTime(30_000)
    await sftp.allClosed()
    const message = messageOf('{}')
    await channels.send(target, message)
    expect(await contentOf(message)).toBe('{}')
    expect(sftp.connected()).toBe(before + 2)
  })
})
