import { getOrder, uploadOrder } from '@cartage/contract/orders/endpoints'
import type { PlanningBoard } from '@cartage/contract/planning/app/board'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestResources } from '../../server/src/testing/data/resources.ts'
import { createVictim } from '../../server/src/testing/matrix/world.ts'
import { startTestServer, type TestServer } from '../../server/src/testing/start-test-server.ts'
import type { TestTenant } from '../../server/src/testing/test-tenant.ts'
import { boardQuery } from '../../web/src/planning/board.queries.ts'
import { Chance } from './chance.ts'
import { type Drawn, drawAny, drawFile, drawPlanning, drawWork, type Known } from './commands.ts'
import { differencesOf } from './compare.ts'
import { frame, pagesOf } from './pages.ts'
import { type Seat, sendInto, startStream, takeSeat } from './seat.ts'
import type { PageUnderTest } from './shown.ts'

const commands = Number(process.env.LIVE_COMMANDS ?? 200)
const seed = Number(process.env.LIVE_SEED ?? 31)

let server: TestServer
let takeBack: () => void
beforeAll(async () => {
  // The clock is frozen, so that later reads return the same.
  const now = new Date()
  server = await startTestServer({ now: () => now })
  takeBack = sendInto(server)
})
afterAll(async () => {
  takeBack()
  await server.close()
})

const day = 86_400_000
const from = Math.floor(Date.now() / day) * day - day
const to = from + 7 * day
const cities = ['Gent', 'Lille', 'Köln', 'Utrecht', 'Antwerpen']

/** Uploads an order for one of these days, with one or two consignments. */
async function addOrder(tenant: TestTenant, index: number): Promise<void> {
  const date = new Date(from + (2 + (index % 4)) * day).toISOString().slice(0, 10)
  const stop = (at: number) => ({ location: { name: `Place ${at % 5}`, city: cities[at % 5]!, country: 'BE' }, date })
  const consignment = (at: number) => ({
    pickup_stop: stop(at),
    delivery_stop: stop(at + 1),
    goods: [{ description: 'Goods', quantity: 1 }],
  })
  const consignments = index % 3 === 0 ? [consignment(index), consignment(index + 2)] : [consignment(index)]
  const customer = { name: `Customer ${index % 3}` }
  const order_identifier = `live-${index}`
  const transport_service = { name: 'General' }
  await tenant.call(uploadOrder, {
    body: { operation: 'CREATE', order_identifier, customer, transport_service, consignments },
  })
}

/** Tenant with a record of each kind, and orders and vehicles for this week. */
async function createWorld() {
  const tenant = await server.tenant({ create_missing_companies: true })
  const victim = await createVictim(server, tenant)
  for (let index = 0; index < 14; index += 1) await addOrder(tenant, index)
  const kinds = ['DRIVER', 'TRACTOR', 'RIGID', 'VAN', 'VAN']
  const resourceIds = await insertTestResources(
    tenant,
    kinds.map((resource_type, at) => ({
      resource_type,
      name: `${resource_type} ${at}`,
      license_plate: `1-ABC-00${at}`,
    })),
  )
  await server.drain()
  const order = await tenant.call(getOrder, { params: { order_id: victim.orderId } })
  const locationIds = order.consignments.flatMap(({ pickup_stop, delivery_stop }) => [
    pickup_stop.location.id!,
    delivery_stop.location.id!,
  ])
  return { tenant, victim, resourceIds, locationIds }
}

test(`LIVE-1: after each of ${commands} commands, two sessions show what a freshly loaded page reads (seed ${seed})`, async () => {
  const { tenant, ...made } = await createWorld()
  const known: Known = { ...made, from }
  const seats = [
    await takeSeat(server, tenant.tenantId, 'SUPER_ADMIN'),
    await takeSeat(server, tenant.tenantId, 'PLANNER'),
  ]
  const stream = await startStream(server, tenant.tenantId, seats)
  const chance = new Chance(seed)
  const first = await seats[0]!.as(() => seats[0]!.queries.fetchQuery(boardQuery(from, to)))
  const orderIds = first.unplanned.map(({ order_id }) => order_id)
  const pages = pagesOf({ victim: made.victim, driverId: made.resourceIds[0]!, orderIds, from, to })
  const boards = pages.filter(({ board }) => board !== undefined)
  const shown = new Map<Seat, PageUnderTest>()
  const faults = new Map<string, string>()
  let added = 14

  function go(seat: Seat): void {
    const page = chance.is(0.35) ? chance.of(boards)! : chance.of(pages)!
    shown.set(seat, page)
    seat.open([...page.shown, ...frame], page.board)
  }

  async function hasUnsealed(): Promise<boolean> {
    return (await server.ctx.db.worker.query('select tenants_with_unsealed_events()')).rows.length > 0
  }

  /** Waits until the server is idle, the stream has reported everything, and no page has a running request. */
  async function settle(): Promise<void> {
    let isBusy = true
    while (isBusy) {
      // Jobs calculate ETAs right after a plan, which the stream does not report: they are read with the plan.
      const isOpen = seats.some((seat) => seat.isOpen)
      await Promise.all(seats.map((seat) => seat.done()))
      await server.drain()
      const heard = await stream.catchUp()
      const rested = await Promise.all(seats.map((seat) => seat.rest()))
      isBusy = isOpen || heard || rested.some(Boolean) || (await hasUnsealed())
    }
  }

  async function draw(seat: Seat): Promise<Drawn | undefined> {
    if (chance.is(0.06)) {
      added += 1
      const index = added
      return { text: `upload ${index}`, run: () => addOrder(tenant, index) }
    }
    const kind = chance.next()
    if (kind > 0.75) return drawAny(chance, seat, made.victim)
    const kept = seat.queries.getQueryData<PlanningBoard>(boardQuery(from, to).queryKey)
    if (kind > 0.7) return drawFile(chance, seat, kept, made.victim)
    return kind > 0.6 ? drawWork(chance, kept) : drawPlanning(chance, seat, kept, known)
  }

  for (const seat of seats) go(seat)
  await settle()
  let done = 0
  while (done < commands) {
    if (chance.is(0.1)) go(chance.of(seats)!)
    const texts: string[] = []
    // Sometimes another command of either person follows while the previous one is running.
    do {
      const seat = chance.of(seats)!
      const drawn = await draw(seat)
      if (drawn === undefined) continue
      done += 1
      texts.push(`${seats.indexOf(seat)} ${drawn.text}`)
      seat.begin(drawn.run)
    } while (chance.is(0.2))
    if (texts.length === 0) continue
    stream.heard()
    await settle()
    await Promise.all(seats.map((seat) => seat.tick()))
    const heard = stream.heard().join(' ')
    for (const seat of seats) {
      for (const { key, kept, fresh } of await differencesOf(seat)) {
        const word = key.replaceAll(/[0-9a-f-]{36}/g, 'id')
        const where = `${seats.indexOf(seat)} on ${shown.get(seat)!.name}: ${key}\n  kept  ${kept}\n  fresh ${fresh}\n  after ${texts.join(' AND ')}\n  heard ${heard}`
        if (!faults.has(word)) faults.set(word, where)
        // Refetched, so that one error is not reported again after every later command.
        await seat.as(() => seat.queries.invalidateQueries({ queryKey: JSON.parse(key) as unknown[], exact: true }))
      }
    }
    if (faults.size > 40) break
  }
  stream.stop()
  for (const seat of seats) seat.close()
  expect([...faults.values()].join('\n')).toBe('')
}, 3_600_000)
