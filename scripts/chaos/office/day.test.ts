import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccess, fillDemo } from '../../../server/src/demo/tenant.ts'
import { createTenant } from '../../../server/src/tenants/commands.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { type Day, type Look, liveDay, newDay } from './day.ts'
import { type Haulier, openHaulier, prepareBooks } from './haulier.ts'
import { type CarrierMessage, judgeDays, readMessage } from './judge.ts'

let server: TestServer
let pool: pg.Pool
let haulier: Haulier
const day: Day = newDay()
let working: Promise<void>
const state = { isOver: false }
const look: Look = async (sql, values) => (await pool.query(sql, [...values])).rows

/** Runs the background work that a process does continuously. */
async function workOn(): Promise<void> {
  while (!state.isOver) {
    await server.drain()
    await sleep(20)
  }
}

beforeAll(async () => {
  server = await startTestServer()
  const { ctx, app } = server
  pool = new pg.Pool({ ...ctx.db.connection, max: 2 })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slug = 'office'
  const { tenantId } = await createTenant(ctx, { slug, name: slug, limits: 'none', create_missing_companies: false })
  await fillDemo(ctx, tenantId)
  await prepareBooks(ctx, tenantId)
  haulier = await openHaulier([url], await createAccess(ctx, { id: tenantId, slug }), 'https://carrier.example/trips')
  working = workOn()
  await liveDay(haulier, look, day)
})
afterAll(async () => {
  state.isOver = true
  await working
  await pool.end()
  await server.close()
})

const messages = (): CarrierMessage[] => server.sent.flatMap(({ body, headers }) => readMessage(String(body), headers))
const judge = (one: Day, heard = messages()) =>
  judgeDays({ haulier, days: [one], failure: undefined }, look, heard).then((found) =>
    found.map((each) => each.invariant),
  )

describe('OPS-3: a day of a haulier', () => {
  test('is completed, and every acknowledged change is in the data', async () => {
    expect(day).toMatchObject({ isOver: true, orderIds: [expect.any(String), expect.any(String)] })
    expect([day.proofs.size, day.invoiceIds.length]).toEqual([2, 2])
    expect(messages()).toHaveLength(1)
    expect(await judge(day)).toEqual([])
  })

  test('differences are detected: orders, trips, messages, files', async () => {
    expect(await judge({ ...day, identifiers: day.identifiers.slice(1) })).toEqual(['PLANNED'])
    expect(await judge({ ...day, tripId: crypto.randomUUID() })).toEqual(['PLANNED', 'PLANNED', 'DISPATCHED'])
    expect(await judge(day, [])).toEqual(['DISPATCHED'])
    expect(await judge(day, [{ ...messages()[0]!, webhook_id: crypto.randomUUID() }, ...messages()])).toEqual([
      'DISPATCHED',
    ])
    expect(await judge(day, [...messages(), ...messages()])).toEqual([])
    expect(await judge({ ...day, proofs: new Map([[day.orderIds[0]!, 'another file']]) })).toEqual(['FILED'])
  })

  test('so are differences in documents and tasks', async () => {
    const invoiceId = day.invoiceIds[0]!
    await pool.query(`update task set status = 'TODO', finished_at = null where invoice_id = $1`, [invoiceId])
    expect(await judge(day)).toEqual(['POSTED'])
    // PostgreSQL only allows this to a superuser.
    const number = `update invoice set number_counted = 7 where invoice_id = '${invoiceId}'`
    await pool.query(`begin; set local session_replication_role = replica; ${number}; commit`)
    expect(await judge(day)).toEqual(['POSTED', 'BILLED'])
  })
})
