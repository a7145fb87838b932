import { getOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './db/open.ts'
import {
  faultsOf,
  missingCases,
  operations,
  visitorsAtTheDoor,
  visitorsPastTheDoor,
  withoutBody,
} from './testing/matrix/operations.ts'
import { takeRowSecurityDown } from './testing/matrix/row-security.ts'
import { createMatrixWorld, type MatrixWorld } from './testing/matrix/world.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

interface Walls {
  /** Tenant predicate in every statement. */
  code: boolean
  /** Row security of the database. */
  rows: boolean
}

test('every route, every id in it and every body has a case', () => {
  expect(operations.length).toBeGreaterThan(10)
  expect(operations.flatMap((endpoint) => missingCases(endpoint).map((what) => `${endpoint.id}: ${what}`))).toEqual([])
  expect(withoutBody.filter((id) => !operations.some((endpoint) => endpoint.id === id))).toEqual([])
})

describe.each<[string, Walls]>([
  ['both walls', { code: true, rows: true }],
  ['row security alone', { code: false, rows: true }],
  ['the statements alone', { code: true, rows: false }],
])('with %s', (_, walls) => {
  let server: TestServer
  let world: MatrixWorld
  let before: unknown

  beforeAll(async () => {
    server = await startWith(walls)
    world = await createMatrixWorld(server)
    before = await orderOfVictim(world)
  })
  afterAll(async () => {
    await world?.close()
    await server?.close()
  })

  test.each(operations.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s reveals and changes nothing across tenants',
    async (id, endpoint) => {
      expect(endpoint.id).toBe(id)
      const visitorsOf = walls.code && walls.rows ? visitorsAtTheDoor : visitorsPastTheDoor
      expect(await faultsOf(world, endpoint, visitorsOf(world, endpoint))).toEqual([])
    },
  )

  test('attempts of strangers have changed nothing in the order', async () => {
    await server.drain()
    expect(await orderOfVictim(world)).toEqual(before)
  })
})

describe('without either wall', () => {
  test('the matrix finds leaks, so it works', async () => {
    const server = await startWith({ code: true, rows: false })
    const world = await createMatrixWorld(server)
    // A separate pool: a statement is prepared once per connection, with or without the tenant predicate.
    const db = openDatabase({ connection: server.ctx.db.connection, poolSize: 4 })
    db.scope.codeWall = false
    db.scope.rowWall = false
    const open = await startTestServer({ db })
    world.server = open
    const foreigners = world.visitors.filter(({ side }) => side === 'foreign')
    const faults: string[] = []
    for (const endpoint of operations.filter(({ method, id }) => method === 'GET' && id !== 'streamChanges')) {
      const entering = foreigners.filter((visitor) => visitor.opens(endpoint)).slice(0, 1)
      faults.push(...(await faultsOf(world, endpoint, entering)))
    }
    await world.close()
    await open.close()
    await db.close()
    await server.close()
    expect(faults.length).toBeGreaterThan(5)
  })
})

async function startWith(walls: Walls): Promise<TestServer> {
  const server = await startTestServer()
  server.ctx.db.scope.rowWall = walls.rows
  if (!walls.rows) await takeRowSecurityDown(server)
  server.ctx.db.scope.codeWall = walls.code
  return server
}

async function orderOfVictim({ victim }: MatrixWorld): Promise<unknown> {
  return await victim.tenant.call(getOrder, { params: { order_id: victim.orderId } })
}
