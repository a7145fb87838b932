import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { addReceiver, deliveriesOf, eventsOf, passTime, publish } from '../../testing/servers/receiver.ts'
import { type PlainSftp, startPlainSftp } from '../../testing/servers/sftp.ts'
import { findSshd, startSshd, type TestSftp, type TestSshd } from '../../testing/servers/sshd.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { replay } from '../log/replay.commands.ts'
import {
  addSubscription,
  pinHostKeysOf,
  resumeSubscription,
  type SubscriptionWithSecret,
  subscriptionsOf,
} from '../subscriptions/commands.ts'
import { testSubscription } from '../subscriptions/test.commands.ts'
import { listAttempts } from '../views.ts'

const server = await startTestServer()
const { ctx } = server
const sshd = findSshd()
afterAll(() => server.close())

/** An endpoint that receives files in the folder `in` of an SFTP server. */
function addSftp(tenant: TestTenant, sftp: TestSftp, host_keys = [sftp.hostKey()]): Promise<SubscriptionWithSecret> {
  const input = { channel: 'SFTP', url: sftp.url, receiver_auth: sftp.login, folder: 'in', host_keys } as const
  return addSubscription(ctx, tenant.tenantId, byOperator, input)
}

const inbox = (sftp: TestSftp) => readdir(join(sftp.home, 'in'))

/** Sends everything to the tenant's endpoints, with repeats until nothing more is due. */
async function drainOver(tenant: TestTenant, seconds: number): Promise<void> {
  await passTime(tenant, seconds)
  await server.drain()
}

/** Behaviour that every kind of server must share. */
function describeServer(name: string, start: () => Promise<TestSftp>, extensions: boolean): void {
  describe(name, () => {
    let sftp: TestSftp
    beforeAll(async () => {
      sftp = await start()
    })
    afterAll(() => sftp.stop())

    test('DLV-10: an event becomes one file with exactly its bytes, named by type, entity, sequence and id', async () => {
      const tenant = await server.tenant()
      const { subscription_id } = await addSftp(tenant, sftp)
      const [event] = await publish(tenant, eventsOf(ctx.newId(), 1))
      await server.drain()
      const file = `order.accepted_${event!.entity_id}_1_1_${event!.event_id}.json`
      expect((await inbox(sftp)).filter((found) => found.includes(event!.event_id))).toEqual([file])
      const content = await readFile(join(sftp.home, 'in', file))
      expect(content.toString()).toBe(event!.payload)
      expect(await deliveriesOf(tenant)).toMatchObject([{ status: 'DELIVERED', attempts: 1, last_failure: null }])
      const [attempt] = await tenant.asTenant((tx) => listAttempts(tx, event!.event_id, subscription_id))
      expect(attempt).toMatchObject({
        address: '127.0.0.1',
        request_headers: {
          path: `in/${file}`,
          size: String(content.length),
          sha256: createHash('sha256').update(content).digest('hex'),
        },
        response_headers: {
          size: content.length,
          fsync: extensions ? 'done' : 'not offered',
          rename: extensions ? 'replaced' : 'renamed',
        },
      })
    })

    test('a repeat has the same name and bytes, and counts as delivered when the file still exists', async () => {
      const tenant = await server.tenant()
      const { subscription_id } = await addSftp(tenant, sftp)
      const [event] = await publish(tenant, eventsOf(ctx.newId(), 1))
      await server.drain()
      const before = await inbox(sftp)
      expect(await replay(ctx, tenant.tenantId, byOperator, { kind: 'one', event_id: event!.event_id })).toBe(1)
      await server.drain()
      expect(await inbox(sftp)).toEqual(before)
      const attempts = await tenant.asTenant((tx) => listAttempts(tx, event!.event_id, subscription_id))
      expect(attempts.map((attempt) => [attempt.failure, attempt.response_headers.rename])).toEqual([
        [null, extensions ? 'replaced' : 'renamed'],
        [null, extensions ? 'replaced' : 'there already'],
      ])
      const shown = attempts.map(({ request_headers: { path, sha256 } }) => ({ path, sha256 }))
      expect(shown[1]).toEqual(shown[0])
    })

    test('events of one entity arrive in order, those of different entities in parallel, and no partial file is left', async () => {
      const tenant = await server.tenant()
      await addSftp(tenant, sftp)
      const entities = Array.from({ length: 12 }, () => ctx.newId())
      for (const entity of entities) await publish(tenant, eventsOf(entity, 4))
      await server.drain()
      const files = await inbox(sftp)
      expect(files.filter((file) => file.startsWith('.'))).toEqual([])
      for (const entity of entities) expect(files.filter((file) => file.includes(entity))).toHaveLength(4)
      const delivered = (await deliveriesOf(tenant)).filter((delivery) => delivery.entity_id === entities[0])
      expect(delivered.map((delivery) => delivery.sequence)).toEqual([4, 3, 2, 1])
    })

    test('DLV-10: our own partial files that are older than an hour are removed', async () => {
      const tenant = await server.tenant()
      const name = `order.accepted_${ctx.newId()}_1_1_${ctx.newId()}.json`
      const [old, young, foreign] = [`.${name}.1-0123abcd.part`, `.${name}.2-0123abcd.part`, '.upload.part']
      for (const part of [old, young, foreign]) await writeFile(join(sftp.home, 'in', part), 'half')
      const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1_000)
      for (const part of [old, foreign]) await utimes(join(sftp.home, 'in', part), longAgo, longAgo)
      await addSftp(tenant, sftp)
      await publish(tenant, eventsOf(ctx.newId(), 1))
      await server.drain()
      const left = (await inbox(sftp)).filter((file) => file.startsWith('.'))
      expect(left.sort()).toEqual([young, foreign].sort())
    })

    test('DLV-12: a server with another host key is sent nothing and the endpoint is paused, until the key is pinned', async () => {
      const tenant = await server.tenant()
      const wrong = `SHA256:${'x'.repeat(43)}`
      const { subscription_id } = await addSftp(tenant, sftp, [wrong])
      const [event] = await publish(tenant, eventsOf(ctx.newId(), 1))
      await server.drain()
      expect((await inbox(sftp)).filter((file) => file.includes(event!.event_id))).toEqual([])
      const [paused] = await subscriptionsOf(ctx, tenant.tenantId)
      expect(paused).toMatchObject({ state: 'PAUSED', pending: 1 })
      expect(paused!.pause_reason).toContain(`the host key ${sftp.hostKey()} instead of ${wrong}`)
      await pinHostKeysOf(ctx, tenant.tenantId, byOperator, subscription_id, ['learn'])
      await resumeSubscription(ctx, tenant.tenantId, byOperator, subscription_id)
      await server.drain()
      expect((await inbox(sftp)).filter((file) => file.includes(event!.event_id))).toHaveLength(1)
      expect(await subscriptionsOf(ctx, tenant.tenantId)).toMatchObject([
        { state: 'ACTIVE', pending: 0, host_keys: [sftp.hostKey()] },
      ])
    })

    test('a wrong login and a missing folder are reported in plain language, and a test shows them at once', async () => {
      const tenant = await server.tenant()
      const receiver_auth = { kind: 'password', username: 'carrier', password: 'wrong' } as const
      const place = { channel: 'SFTP', url: sftp.url, host_keys: [sftp.hostKey()] } as const
      const input = { ...place, receiver_auth, folder: 'in' }
      const refused = await addSubscription(ctx, tenant.tenantId, byOperator, input)
      const elsewhere = { ...place, receiver_auth: sftp.login, folder: 'nowhere' }
      const lost = await addSubscription(ctx, tenant.tenantId, byOperator, elsewhere)
      const results = [
        await testSubscription(ctx, tenant.tenantId, refused.subscription_id),
        await testSubscription(ctx, tenant.tenantId, lost.subscription_id),
      ]
      expect(results.map((result) => result.is_delivered)).toEqual([false, false])
      expect(results[0]!.failure).toContain('the server refused the login')
      expect(results[1]!.failure).toContain('does not exist at the server')
      const good = await addSftp(tenant, sftp)
      expect(await testSubscription(ctx, tenant.tenantId, good.subscription_id)).toMatchObject({ is_delivered: true })
    })
  })
}

describeServer('an SFTP server without extensions', startPlainSftp, false)
if (sshd !== undefined) describeServer('OpenSSH', () => startSshd(sshd), true)

describe('an SFTP server that fails', () => {
  let sftp: PlainSftp
  beforeAll(async () => {
    sftp = await startPlainSftp()
  })
  afterAll(() => sftp.stop())

  test.each(['OPEN', 'WRITE', 'STAT', 'RENAME'] as const)(
    'a connection that ends at %s leaves no file under its name, and the next attempt delivers the event',
    async (cutAt) => {
      const tenant = await server.tenant()
      await addSftp(tenant, sftp)
      sftp.behaviour = { cutAt }
      const [event] = await publish(tenant, eventsOf(ctx.newId(), 1))
      await server.drain()
      const own = async () =>
        (await inbox(sftp)).filter((file) => !file.startsWith('.') && file.includes(event!.event_id))
      expect(await own()).toEqual([])
      expect(await deliveriesOf(tenant)).toMatchObject([{ status: 'PENDING', attempts: 1 }])
      sftp.behaviour = {}
      await drainOver(tenant, 10)
      expect(await own()).toHaveLength(1)
      expect(await deliveriesOf(tenant)).toMatchObject([{ status: 'DELIVERED', attempts: 2 }])
    },
  )

  test('a different file with the same name is never overwritten', async () => {
    const tenant = await server.tenant()
    await addSftp(tenant, sftp)
    const [event] = eventsOf(ctx.newId(), 1)
    const path = join(sftp.home, 'in', `order.accepted_${event!.entity_id}_1_1_${event!.event_id}.json`)
    await writeFile(path, 'not ours')
    await publish(tenant, [event!])
    await server.drain()
    expect(await readFile(path, 'utf8')).toBe('not ours')
    const [delivery] = await deliveriesOf(tenant)
    expect(delivery).toMatchObject({ status: 'PENDING', attempts: 1 })
    expect(delivery!.last_failure).toContain('another file is called')
  })

  test.each([['STAT'], ['REMOVE'], ['RENAME'], ['STAT', 'REMOVE'], ['STAT', 'RENAME', 'REMOVE']] as const)(
    'DLV-15: a login that may not %s %s %s is delivered to, and the missing right is noted',
    async (...refused) => {
      const refuses = refused.filter((one) => one !== undefined)
      const tenant = await server.tenant()
      const { subscription_id } = await addSftp(tenant, sftp)
      sftp.behaviour = { refuses }
      const events = await publish(tenant, eventsOf(ctx.newId(), 3))
      await server.drain()
      // Sent again, a file replaces itself or is found in place.
      await replay(ctx, tenant.tenantId, byOperator, { kind: 'one', event_id: events[0]!.event_id })
      await server.drain()
      sftp.behaviour = {}
      expect((await deliveriesOf(tenant)).map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED'])
      const own = (await inbox(sftp)).filter((file) => events.some(({ event_id }) => file.includes(event_id)))
      expect(own.filter((file) => !file.startsWith('.'))).toHaveLength(3)
      // Nothing accumulates: at most the part by which the missing right was detected.
      expect(own.filter((file) => file.startsWith('.')).length).toBeLessThanOrEqual(2)
      const [attempt] = await tenant.asTenant((tx) => listAttempts(tx, events[2]!.event_id, subscription_id))
      const noted = refuses.filter((one) => one !== 'REMOVE' || refuses.length === 3).map((one) => one.toLowerCase())
      expect(attempt!.response_headers).toMatchObject(noted.length > 0 ? { without: noted.sort().join(', ') } : {})
    },
  )

  test('DLV-15: a failure has the step and the path', async () => {
    const tenant = await server.tenant()
    await addSftp(tenant, sftp)
    sftp.behaviour = { refuses: ['OPEN'] }
    const [event] = await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    sftp.behaviour = {}
    const [delivery] = await deliveriesOf(tenant)
    expect(delivery!.last_failure).toMatch(/could not write in\/\.order\.accepted_.*\.part: Permission denied/i)
    expect(delivery!.last_failure).toContain(event!.event_id)
  })

  test('an unresponsive endpoint delays no other', async () => {
    const tenant = await server.tenant()
    await addSftp(tenant, sftp)
    const { requests } = await addReceiver(server, tenant)
    sftp.behaviour = { silentAt: 'WRITE' }
    for (let count = 0; count < 20; count += 1) await publish(tenant, eventsOf(ctx.newId(), 1))
    const draining = server.drain()
    while (requests().length < 20) await rest(5)
    expect(
      (await deliveriesOf(tenant)).filter((delivery) => delivery.attempts > 0 && delivery.status === 'PENDING'),
    ).toEqual([])
    // Unanswered requests end with their connection.
    sftp.behaviour = {}
    sftp.cutAll()
    await draining
  })
})

if (sshd !== undefined) {
  describe('OpenSSH with a concurrent reader', () => {
    let sftp: TestSshd
    beforeAll(async () => {
      sftp = await startSshd(sshd)
    })
    afterAll(() => sftp.stop())

    test('DLV-10: never shows an incomplete file under its name, though it is killed again and again', async () => {
      const tenant = await server.tenant()
      await addSftp(tenant, sftp)
      const reader = startReader(join(sftp.home, 'in'))
      const payload = JSON.stringify({ text: 'x'.repeat(300_000) })
      const events = Array.from({ length: 30 }, () => ({ ...eventsOf(ctx.newId(), 1)[0]!, payload }))
      for (let round = 0; round < 6; round += 1) {
        await publish(tenant, events.slice(round * 5, round * 5 + 5))
        const draining = drainOver(tenant, 7_200)
        await rest(15 * round)
        await sftp.halt()
        await sftp.resume()
        await draining
      }
      for (let round = 0; round < 20 && (await waiting(tenant)) > 0; round += 1) await drainOver(tenant, 86_400)
      const partial = await reader.stop(payload.length)
      expect(partial.reads).toBeGreaterThan(30)
      expect(partial.short).toEqual([])
      expect(await waiting(tenant)).toBe(0)
      const files = (await inbox(sftp)).filter((file) => !file.startsWith('.'))
      expect(files).toHaveLength(30)
    })

    test('DLV-12: with a changed host key is sent nothing', async () => {
      const tenant = await server.tenant()
      await addSftp(tenant, sftp)
      await sftp.halt()
      await sftp.resume({ newHostKey: true })
      const [event] = await publish(tenant, eventsOf(ctx.newId(), 1))
      await server.drain()
      expect((await inbox(sftp)).filter((file) => file.includes(event!.event_id))).toEqual([])
      expect(await subscriptionsOf(ctx, tenant.tenantId)).toMatchObject([{ state: 'PAUSED' }])
    })
  })
}

async function waiting(tenant: TestTenant): Promise<number> {
  return (await deliveriesOf(tenant)).filter((delivery) => delivery.status === 'PENDING').length
}

/** Watches a folder without pause in a separate process, like a partner's program. */
function startReader(folder: string) {
  const script = `
    const fs = require('node:fs'), path = require('node:path')
    let reads = 0
    const short = {}
    let going = true
    process.stdin.on('data', () => { going = false })
    const look = () => {
      for (const name of fs.readdirSync(${JSON.stringify(folder)})) {
        if (name.startsWith('.')) continue
        reads += 1
        const size = fs.readFileSync(path.join(${JSON.stringify(folder)}, name)).length
        short[name] = Math.min(short[name] ?? Infinity, size)
      }
      if (going) setTimeout(look, 2)
      else process.stdout.write(JSON.stringify({ reads, short }), () => process.exit())
    }
    look()`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk
  })
  return {
    async stop(size: number): Promise<{ reads: number; short: string[] }> {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.stdin.write('stop')
      await ended
      const { reads, short } = JSON.parse(text) as { reads: number; short: Record<string, number> }
      return { reads, short: Object.keys(short).filter((name) => short[name]! < size) }
    },
  }
}
