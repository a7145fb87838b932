import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addService, findAll, findServices, session } from '../testing/data/service-statements.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { isUnavailable } from './failure.ts'
import { statement } from './statement.ts'

/** Start time of a statement's transaction. */
const transaction = statement('db.find_transaction', 'select now()::text as began where $1::uuid is not null')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('a read in one round trip', () => {
  test('answers several statements, for its own tenant only', async () => {
    const [one, other] = await Promise.all([server.tenant(), server.tenant()])
    await server.ctx.db.asTenant(one.tenantId, (tx) => tx.query(addService, 'ONE-TRIP'))
    const read = (tenantId: string) =>
      server.ctx.db.inOneTrip(tenantId, (tx) =>
        Promise.all([tx.query<{ code: string }>(findServices), tx.query<{ code: string }>(findAll)]),
      )
    const [own, ownToo] = await read(one.tenantId)
    expect(own.map(({ code }) => code)).toContain('ONE-TRIP')
    expect(ownToo).toHaveLength(own.length)
    const [, foreign] = await read(other.tenantId)
    expect(foreign.map(({ code }) => code)).not.toContain('ONE-TRIP')
  })

  test('cannot write', async () => {
    const { tenantId } = await server.tenant()
    const write = server.ctx.db.inOneTrip(tenantId, (tx) => tx.query(addService, 'TRIP-WRITES'))
    await expect(write).rejects.toMatchObject({ code: '25006' })
  })

  test('refuses a statement that would have to be sent after the others', async () => {
    const { tenantId } = await server.tenant()
    const late = server.ctx.db.inOneTrip(tenantId, async (tx) => {
      await tx.query(findServices)
      return tx.query(findServices)
    })
    await expect(late).rejects.toThrow('db.find_services comes too late')
  })

  test('that fails leaves its connection usable', async () => {
    const { tenantId } = await server.tenant()
    for (let time = 0; time < 30; time += 1) {
      const failing = server.ctx.db.inOneTrip(tenantId, (tx) =>
        Promise.all([tx.query(addService, 'TRIP-FAILS'), tx.query(findServices)]),
      )
      await expect(failing).rejects.toMatchObject({ code: '25006' })
      expect((await server.ctx.db.inOneTrip(tenantId, (tx) => tx.query(findServices))).length).toBeGreaterThan(0)
    }
  })

  test('whose connection dies fails as unavailable, and the next one gets another', async () => {
    const { tenantId } = await server.tenant()
    const waits = statement('db.wait', 'select pg_backend_pid() as pid, pg_sleep(20) where $1::uuid is not null')
    const reading = server.ctx.db.inOneTrip(tenantId, (tx) => tx.query(waits))
    const admin = new pg.Client(server.ctx.db.connection)
    await admin.connect()
    const ended = reading.catch((error: unknown) => error)
    await expect
      .poll(async () => {
        const { rows } = await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`,
        )
        return rows.length
      })
      .toBeGreaterThan(0)
    await admin.end()
    expect(isUnavailable(await ended)).toBe(true)
    expect((await server.ctx.db.inOneTrip(tenantId, (tx) => tx.query(findServices))).length).toBeGreaterThan(0)
  })

  test('shares its connection with others, and each sees its own tenant only', async () => {
    const tenants = await Promise.all(Array.from({ length: 6 }, () => server.tenant()))
    await Promise.all(
      tenants.map(({ tenantId }) =>
        server.ctx.db.asTenant(tenantId, (tx) => tx.query(addService, `OWN-${tenantId.slice(0, 8)}`)),
      ),
    )
    const pids = new Set<number>()
    const reads = Array.from({ length: 120 }, async (_, at) => {
      const { tenantId } = tenants[at % tenants.length]!
      const [services, [{ pid } = { pid: 0 }]] = await server.ctx.db.inOneTrip(tenantId, (tx) =>
        Promise.all([tx.query<{ code: string }>(findAll), tx.query<{ pid: number }>(session)]),
      )
      pids.add(pid)
      const own = services.map(({ code }) => code).filter((code) => code.startsWith('OWN-'))
      expect(own).toEqual([`OWN-${tenantId.slice(0, 8)}`])
    })
    await Promise.all(reads)
    expect(pids.size).toBeLessThanOrEqual(3)
  })

  test('does not fail because a parallel one does', async () => {
    const { tenantId } = await server.tenant()
    const reads = Array.from({ length: 40 }, (_, at) =>
      server.ctx.db.inOneTrip(tenantId, (tx) => (at % 4 === 0 ? tx.query(addService, 'X') : tx.query(findServices))),
    )
    const settled = await Promise.allSettled(reads)
    expect(settled.map(({ status }) => status)).toEqual(reads.map((_, at) => (at % 4 === 0 ? 'rejected' : 'fulfilled')))
  })
})

describe('a read in several round trips', () => {
  test('continues with its results, for its own tenant only, and sees commits made meanwhile', async () => {
    const [one, other] = await Promise.all([server.tenant(), server.tenant()])
    const codes = await server.ctx.db.inTrips(one.tenantId, async (tx) => {
      const [before, session] = await Promise.all([tx.query<{ code: string }>(findAll), tx.query(transaction)])
      await server.ctx.db.asTenant(one.tenantId, (tx) => tx.query(addService, 'MEANWHILE'))
      await server.ctx.db.asTenant(other.tenantId, (tx) => tx.query(addService, 'FOREIGN'))
      const [after, later] = await Promise.all([tx.query<{ code: string }>(findAll), tx.query(transaction)])
      expect(later).not.toEqual(session)
      return [before, after].map((rows) =>
        rows.map(({ code }) => code).filter((code) => ['MEANWHILE', 'FOREIGN'].includes(code)),
      )
    })
    expect(codes).toEqual([[], ['MEANWHILE']])
  })

  test('cannot write, and a failure leaves the connection usable', async () => {
    const { tenantId } = await server.tenant()
    const found = await server.ctx.db.inTrips(tenantId, async (tx) => {
      await expect(tx.query(addService, 'TRIP-WRITES')).rejects.toMatchObject({ code: '25006' })
      return await tx.query(findServices)
    })
    expect(found.length).toBeGreaterThan(0)
  })
})
