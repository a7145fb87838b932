import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addService, findAll, findServices, session } from '../testing/data/service-statements.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { CommitUnknown, isUnavailable } from './failure.ts'
import { statement } from './statement.ts'
import { asTenant } from './tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const addForeign = statement(
  'db.add_foreign_service',
  'insert into transport_service (tenant_id, code, name) select $2::uuid, $3, $3 where $1::uuid is not null',
)

/** Terminates the session of a transaction from outside, as a database restart would. */
async function endSession(pid: number): Promise<void> {
  const admin = new pg.Client(server.ctx.db.connection)
  await admin.connect()
  await admin.query('select pg_terminate_backend($1, 5000)', [pid])
  await admin.end()
}

describe('a transaction of one tenant', () => {
  test('sees its own rows only, even when a statement does not mention the tenant', async () => {
    const [one, other] = await Promise.all([server.tenant(), server.tenant()])
    await server.ctx.db.asTenant(one.tenantId, (tx) => tx.query(addService, 'ONLY-ONE'))
    const codes = await server.ctx.db.asTenant(other.tenantId, (tx) => tx.query<{ code: string }>(findAll))
    expect(codes.map(({ code }) => code)).not.toContain('ONLY-ONE')
    expect(codes.length).toBeGreaterThan(0)
  })

  test('cannot write a row of another tenant', async () => {
    const [one, other] = await Promise.all([server.tenant(), server.tenant()])
    const write = server.ctx.db.asTenant(one.tenantId, (tx) => tx.query(addForeign, other.tenantId, 'FOREIGN'))
    await expect(write).rejects.toMatchObject({ code: '42501' })
  })

  test('takes effect as a whole: a failed statement ends it, even if its error is ignored', async () => {
    const tenant = await server.tenant()
    const work = server.ctx.db.asTenant(tenant.tenantId, async (tx) => {
      await tx.query(addService, 'FIRST')
      await tx.query(addService, 'FIRST').catch(() => {})
    })
    await expect(work).rejects.toThrow(/rolled back/)
    const codes = await server.ctx.db.asTenant(tenant.tenantId, (tx) => tx.query<{ code: string }>(findServices))
    expect(codes.map(({ code }) => code)).not.toContain('FIRST')
  })

  test('rolls back only a part of it: earlier and later work stays, and late statements of that part are refused', async () => {
    const tenant = await server.tenant()
    const woken: string[] = []
    const ended = Promise.withResolvers<void>()
    let late: Promise<unknown> = ended.promise
    await server.ctx.db.asTenant(tenant.tenantId, async (tx) => {
      await tx.query(addService, 'BEFORE')
      const part = tx.apart(async (inner) => {
        inner.afterCommit(() => woken.push('taken back'))
        await inner.query(addService, 'PART')
        late = ended.promise.then(() => inner.query(addService, 'LATE'))
        await Promise.all([inner.query(addService, 'PART'), inner.query(findServices)])
      })
      await expect(part).rejects.toMatchObject({ code: '23505' })
      ended.resolve()
      await expect(late).rejects.toThrow(/taken back/)
      await tx.apart(async (inner) => {
        inner.afterCommit(() => woken.push('kept'))
        await inner.query(addService, 'AFTER')
        await inner.apart((innermost) => innermost.query(addService, 'AFTER')).catch(() => {})
        await inner.query(addService, 'AT LAST')
      })
    })
    const rows = await server.ctx.db.asTenant(tenant.tenantId, (tx) => tx.query<{ code: string }>(findServices))
    const codes = rows.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['BEFORE', 'AFTER', 'AT LAST']))
    for (const code of ['PART', 'LATE']) expect(codes).not.toContain(code)
    expect(woken).toEqual(['kept'])
  })

  test('whose connection is lost fails once, as an unavailable database, and the next one works', async () => {
    const tenant = await server.tenant()
    const lost = server.ctx.db.asTenant(tenant.tenantId, async (tx) => {
      const [found] = await tx.query<{ pid: number }>(session)
      await endSession(found!.pid)
      // All fail together. None may become an unhandled rejection, which would end the process.
      await Promise.all([tx.query(findServices), tx.query(findServices), tx.query(findServices)])
    })
    await expect(lost).rejects.toSatisfy(isUnavailable)
    await expect(server.ctx.db.asTenant(tenant.tenantId, (tx) => tx.query(findServices))).resolves.not.toEqual([])
  })

  test('whose connection is lost at commit reports an unknown outcome', async () => {
    const tenant = await server.tenant()
    const lost = server.ctx.db.asTenant(tenant.tenantId, async (tx) => {
      const [found] = await tx.query<{ pid: number }>(session)
      await endSession(found!.pid)
    })
    await expect(lost).rejects.toBeInstanceOf(CommitUnknown)
  })

  test('fails like the statements sent with its commit, and nothing of it takes effect', async () => {
    const tenant = await server.tenant()
    const work = server.ctx.db.asTenant(tenant.tenantId, async (tx) => {
      tx.beforeCommit(async () => [tx.query(addService, 'LAST'), tx.query(addService, 'LAST')])
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    const codes = await server.ctx.db.asTenant(tenant.tenantId, (tx) => tx.query<{ code: string }>(findServices))
    expect(codes.map(({ code }) => code)).not.toContain('LAST')
  })

  test('whose connection is lost during its last statements reports an unknown outcome', async () => {
    const tenant = await server.tenant()
    const lost = server.ctx.db.asTenant(tenant.tenantId, async (tx) => {
      const [found] = await tx.query<{ pid: number }>(session)
      await endSession(found!.pid)
      tx.beforeCommit(async () => [tx.query(addService, 'LAST')])
    })
    await expect(lost).rejects.toBeInstanceOf(CommitUnknown)
  })

  test('receives the failure of its begin, even if its work has not failed yet', async () => {
    const unheard: unknown[] = []
    const listen = (reason: unknown) => unheard.push(reason)
    process.on('unhandledRejection', listen)
    const dead = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
    const client = {
      connection: { stream: { cork() {}, uncork() {} } },
      query: () => Promise.reject(dead),
      release() {},
    }
    const scope = { ...server.ctx.db.scope, pool: { connect: async () => client } as unknown as pg.Pool }
    const work = asTenant(scope, crypto.randomUUID(), async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      throw new Error('the work itself')
    })
    await expect(work).rejects.toThrow('the work itself')
    process.off('unhandledRejection', listen)
    expect(unheard).toEqual([])
  })
})
