import type { SearchResult } from '@cartage/contract/app/shell'
import { search } from '@cartage/contract/app/shell'
import type { Call } from '@cartage/contract/client'
import { listCompanyRecords } from '@cartage/contract/companies/app/record'
import { createCompany, updateCompany } from '@cartage/contract/companies/endpoints'
import { listLocationRecords } from '@cartage/contract/locations/app/list'
import { listOrders } from '@cartage/contract/orders/app/list'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { listResourceRecords } from '@cartage/contract/resources/app/record'
import { listTrips } from '@cartage/contract/trips/app/list'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { addCompany, simpleOrder } from '../testing/data/orders.ts'
import { plannedTrip, type TestOrder, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { requestedStops } from '../trips/orders.views.ts'
import { typedOf, wordsOf } from './key.rules.ts'

const now = new Date('2026-03-04T09:00:00Z')
const server = await startTestServer({ now: () => now })
afterAll(() => server.close())

const towns = ['Gent', 'Liège', 'Köln', 'Rotterdam', 'Łódź', 'Clermont-Ferrand', 'Sint-Niklaas', 'Århus']
const customers = [
  'Bakkerij Janssens',
  'De Smet & Zonen',
  'Müller Logistik',
  'Brouwerij Het Anker',
  'İzmir Lojistik',
  'ACME Foods',
]
const drivers = ['Jan Peeters', 'Piet van den Berg', 'Zoë Dubois', 'Łukasz Nowak']
const trucks = [
  { name: 'MAN 210', plate: '1-ABC-234' },
  { name: 'DAF 305', plate: '2-XKL-871' },
  { name: 'Volvo 77', plate: 'AH 778812' },
  { name: 'Scania 12', plate: '1-QRS-905' },
]
const count = 24
const containerOf = (index: number) => `TGHU${3597556 + index * 1013}`
const referenceOf = (index: number) => (index % 2 === 0 ? `PO ${49298 + index * 37}` : `2026/GF-${7100 + index * 13}`)
const gateOf = (index: number) => `GATE${80_000 + index * 211}`
const identifierOf = (index: number) => `ERP-${600_100 + index * 17}`
const dayOf = (index: number) => `2026-03-${String(1 + index).padStart(2, '0')}`
const customerOf = (index: number) => customers[index % customers.length]!
const fromOf = (index: number) => towns[index % towns.length]!
const toOf = (index: number) => towns[(index * 3 + 1) % towns.length]!

/** A search is right when the result has a row with this id. */
interface Half {
  typed: string
  right: string
}

let tenant: TestTenant
let planner: Call
let orders: { id: string; number: string }[]
let tripIds: string[]
let resourceIds: string[]

beforeAll(async () => {
  tenant = await tripTenant(server)
  for (const [index, name] of customers.entries())
    await addCompany(tenant, { name, code: `K${index}`, accounting_code: `4${index}00` })
  for (let index = 0; index < count; index++) {
    const [consignment] = simpleOrder().consignments!
    const stop = (city: string, reference_number: string) => ({
      ...{ location: { name: `Depot ${city}`, city, country: 'BE' }, date: dayOf(index), reference_number },
    })
    const body = simpleOrder({
      order_identifier: identifierOf(index),
      customer: { code: `K${index % customers.length}` },
      customer_reference_number: referenceOf(index),
      container: { container_number: containerOf(index) },
      consignments: [
        {
          ...consignment!,
          pickup_stop: stop(fromOf(index), gateOf(index)) as never,
          delivery_stop: stop(toOf(index), `D${gateOf(index)}`) as never,
        },
      ],
    } as never)
    await tenant.call(uploadOrder, { body })
  }
  await server.drain()
  planner = await tenant.user('PLANNER')
  const listed = (await planner(listOrders, { query: { limit: 100 } as never })).items
  expect(listed).toHaveLength(count)
  orders = Array.from({ length: count }, (_, index) => {
    const one = listed.find(({ order_identifier }) => order_identifier === identifierOf(index))!
    return { id: one.order_id, number: one.order_number }
  })
  tripIds = []
  resourceIds = []
  for (const [index, truck] of trucks.entries()) {
    const stops = await tenant.asTenant((tx) => requestedStops(tx, [orders[index]!.id]))
    const order: TestOrder = { orderId: orders[index]!.id, orderIdentifier: identifierOf(index), stops }
    const [first, ...last] = drivers[index]!.split(' ')
    const trip = await plannedTrip(server, tenant, {
      orders: [order],
      resources: [
        { name: truck.name, code: `T${index}`, tractor: { license_plate: truck.plate } },
        { name: drivers[index], code: `D${index}`, driver: { first_name: first, last_name: last.join(' ') } },
      ],
    })
    tripIds.push(trip.tripId)
    resourceIds.push(...trip.resourceIds)
  }
  await server.drain()
}, 120_000)

/** Types a text faster than responses arrive, and returns the result for the whole text. */
async function type(text: string, call: Call = planner): Promise<SearchResult[]> {
  const answers = [...text].map((_, index) => {
    const q = text.slice(0, index + 1).trim()
    return q.length < 2 ? undefined : call(search, { query: { q } })
  })
  const items = await Promise.all(answers)
  return items.at(-1)!.items
}

function halfRemembered(): Half[] {
  const of = (index: number) => orders[index]!.id
  const numbers = [9, 15, 21].flatMap((index): Half[] => {
    const { number } = orders[index]!
    return [
      { typed: number, right: of(index) },
      { typed: number.toLowerCase().replace(/[^a-z0-9]/g, ''), right: of(index) },
      { typed: number.replace(/^\D*0*/, ''), right: of(index) },
    ]
  })
  const references = [0, 4, 8, 12].flatMap((index): Half[] => [
    { typed: String(49298 + index * 37), right: of(index) },
    { typed: `po${49298 + index * 37}`, right: of(index) },
    { typed: `PO-${49298 + index * 37}`, right: of(index) },
  ])
  const slashed = [1, 3, 7].flatMap((index): Half[] => [
    { typed: `gf ${7100 + index * 13}`, right: of(index) },
    { typed: `GF${7100 + index * 13}`, right: of(index) },
  ])
  const containers = [2, 6, 11, 13].flatMap((index): Half[] => [
    { typed: containerOf(index).slice(4), right: of(index) },
    { typed: `TGHU ${containerOf(index).slice(4, 9)}`, right: of(index) },
    { typed: containerOf(index).slice(6), right: of(index) },
  ])
  const gates = [10, 14].flatMap((index): Half[] => [
    { typed: gateOf(index).toLowerCase(), right: of(index) },
    { typed: String(80_000 + index * 211), right: of(index) },
    { typed: identifierOf(index).slice(4), right: of(index) },
  ])
  const plates = trucks.flatMap(({ plate }, index): Half[] => [
    { typed: plate, right: resourceIds[index * 2]! },
    { typed: plate.replace(/[- ]/g, '').toLowerCase(), right: resourceIds[index * 2]! },
  ])
  const surnames = ['peeters', 'van den berg', 'dubois', 'nowak'].map(
    (typed, index): Half => ({ typed, right: resourceIds[index * 2 + 1]! }),
  )
  return [
    ...[...numbers, ...references, ...slashed, ...containers, ...gates, ...plates, ...surnames],
    // Customer with town, words in either order, without diacritics.
    { typed: 'janssens koln', right: nearest(0, 'Köln') },
    { typed: 'lodz anker', right: nearest(3, 'Łódź') },
    { typed: 'muller koeln', right: nearest(2, 'Köln') },
    { typed: 'smet liege', right: nearest(1, 'Liège') },
  ]
}

/** The order of a customer from or to a town that is nearest in time. */
function nearest(customer: number, town: string): string {
  const fitting = orders.flatMap((order, index) =>
    index % customers.length === customer && [fromOf(index), toOf(index)].includes(town) ? [{ ...order, index }] : [],
  )
  const away = (index: number) => Math.abs(Date.parse(dayOf(index)) - now.getTime())
  return fitting.toSorted((one, other) => away(one.index) - away(other.index))[0]!.id
}

describe('half-remembered searches', () => {
  test('SEARCH-3: of 60 half-remembered searches, the right record is the first row in at least 57', async () => {
    const searches = halfRemembered()
    expect(searches.length).toBeGreaterThanOrEqual(60)
    const wrong: string[] = []
    for (const { typed, right } of searches) {
      const [first] = await type(typed)
      if (first?.id !== right) wrong.push(`${typed}: ${first?.kind} ${first?.title} ${first?.text}`)
    }
    expect(wrong.length / searches.length, wrong.join('\n')).toBeLessThanOrEqual(0.05)
  }, 120_000)

  test('SEARCH-2: no record is listed twice, and the first row contains every word of the search', async () => {
    const texts = [
      ...halfRemembered().map(({ typed }) => typed),
      'o-0',
      'depot',
      'gent rotterdam',
      'peeters gent',
      'abc 77',
      'k1',
      'TGHU',
    ]
    for (const typed of texts) {
      const found = await type(typed)
      expect(new Set(found.map(({ id }) => id)).size, typed).toBe(found.length)
      const [first] = found
      if (first === undefined) continue
      const shown = wordsOf(`${first.title} ${first.text} ${first.route} ${first.driver}`)
      for (const word of typedOf(typed)!.words) {
        const has = shown.some((one) => one.includes(word))
        expect(has, `${typed}: ${word} is not in ${JSON.stringify(first)}`).toBe(true)
      }
    }
  }, 120_000)

  test('an order whose number is its identifier is listed once', async () => {
    const { number } = orders[3]!
    expect((await type(number)).filter(({ kind }) => kind === 'order').map(({ title }) => title)).toEqual([number])
  })

  test('a row shows the state, the route, the day and the driver', async () => {
    const [first] = await type(`tghu ${containerOf(0).slice(4)}`)
    expect(first).toMatchObject({ kind: 'order', status: 'PLANNED', day: dayOf(0), driver: 'Jan Peeters' })
    expect(first!.route).toBe(`${fromOf(0)} → ${toOf(0)}`)
    expect(first!.text).toBe(`${customerOf(0)} · ${containerOf(0)}`)
  })

  test('SEARCH-5: lists find the same records', async () => {
    const query = (q: string) => ({ query: { q, limit: 50 } as never })
    const found = (await planner(listOrders, query(`${49298 + 4 * 37}`))).items
    expect(found.map(({ order_id }) => order_id)).toEqual([orders[4]!.id])
    expect((await planner(listOrders, query('dubois'))).items.map(({ order_id }) => order_id)).toEqual([orders[2]!.id])
    expect((await planner(listTrips, query('nowak'))).items.map(({ trip_id }) => trip_id)).toEqual([tripIds[3]])
    expect((await planner(listCompanyRecords, query('zonen'))).items).toHaveLength(1)
    expect((await planner(listResourceRecords, query('778812'))).items.map(({ name }) => name)).toEqual(['Volvo 77'])
    expect((await planner(listLocationRecords, query('ferrand depot'))).items).toHaveLength(1)
  })
})

describe('changed records', () => {
  test('SEARCH-4: a record is found by its current name, and so are records that refer to it', async () => {
    const { id } = await tenant.call(createCompany, {
      body: { name: 'Kaasmakerij Oud', currency: 'EUR', is_customer: true },
    })
    await tenant.call(uploadOrder, { body: simpleOrder({ customer: { name: 'Kaasmakerij Oud' } }) })
    await server.drain()
    expect((await type('kaasmakerij')).map(({ kind }) => kind)).toEqual(['company', 'order'])
    await tenant.call(updateCompany, {
      params: { id },
      body: { name: 'Fromagerie Neuve', currency: 'EUR', is_customer: true },
    } as never)
    await server.drain()
    expect(await type('kaasmakerij')).toEqual([])
    expect((await type('fromagerie neuve')).map(({ kind }) => kind)).toEqual(['company', 'order'])
  })

  const spoil = statement('testing.spoil_search', `update search_progress set filling = 'nothing' where tenant_id = $1`)

  test('SEARCH-4: a failing tenant does not delay others', async () => {
    const broken = await server.tenant()
    const other = await server.tenant()
    await server.drain()
    await broken.asTenant((tx) => tx.query(spoil))
    for (const one of [broken, other]) await resourceOf(one, { name: 'Quokka 1' })
    await server.drain()
    const [first] = await type('quokka', await other.user('PLANNER'))
    expect(first).toMatchObject({ kind: 'resource', title: 'Quokka 1' })
  })

  test('SEARCH-7: records that the caller may not read are not found, nor those of another tenant', async () => {
    const { number } = orders[0]!
    const stranger = await (await server.tenant()).user('SUPER_ADMIN')
    expect(await type(number, stranger)).toEqual([])
    const customer = await tenant.user('CUSTOMER')
    expect(await type(number, customer)).toEqual([])
  })
})
