import { CompanyInput } from '@cartage/contract/companies/company-input'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import { ResourceMembers } from '@cartage/contract/resources/resource-input'
import { expect, test } from 'vitest'
import { dayAfter } from './dice.ts'
import { dutiesOn, mondayOf } from './duties.ts'
import { containerNumber } from './fleet.ts'
import { kilometresBetween, samplePlaces } from './places.ts'
import { atStop, drivingMinutes } from './timetable.ts'
import { sampleWorld } from './world.ts'

const now = new Date('2026-03-04T09:12:00Z')

test('the same moment gives the same world, another day another one', () => {
  expect(sampleWorld(now)).toEqual(sampleWorld(now))
  expect(sampleWorld(new Date('2026-03-05T09:12:00Z')).orders).not.toEqual(sampleWorld(now).orders)
})

test('the world has the size of a haulier: 60 vehicles, 40 companies, about 300 orders and 60 trips', () => {
  const { fleet, companies, orders, trips } = sampleWorld(now)
  const vehicles = fleet.filter(({ members }) => members.tractor || members.truck || members.van)
  expect([vehicles.length, companies.length]).toEqual([60, 40])
  expect(orders.length).toBeGreaterThan(250)
  expect(trips.length).toBeGreaterThan(50)
  expect(new Set(orders.map(({ kind }) => kind)).size).toBe(6)
  expect(new Set(orders.map(({ fate }) => fate.kind)).size).toBe(5)
})

test('on every day of the week there are trips of every stage and orders of every fate, in a small world too', () => {
  for (const size of [1, 0.2]) {
    for (let day = 0; day < 7; day += 1) {
      const { trips, orders } = sampleWorld(new Date(now.getTime() + day * 86_400_000), size)
      const stages = new Set(trips.map(({ stage }) => stage))
      expect([...stages], `day ${day}`).toEqual(expect.arrayContaining(['COMPLETED', 'IN_PROGRESS', 'PLANNED']))
      expect(new Set(orders.map(({ fate }) => fate.kind)).size, `fates of day ${day}`).toBe(5)
    }
  }
})

test('all data of the world is valid: companies, resources and orders, and no key occurs twice', () => {
  const { fleet, companies, past, ...world } = sampleWorld(now)
  const orders = [...world.orders, ...past.orders]
  expect(companies.filter((company) => !CompanyInput.safeParse(company).success)).toEqual([])
  expect(fleet.filter(({ members }) => !ResourceMembers.safeParse(members).success)).toEqual([])
  expect(orders.filter(({ upload }) => !OrderUpload.safeParse(upload).success)).toEqual([])
  const keys = [
    ...fleet.map(({ members }) => members.external_id),
    ...orders.map(({ upload }) => upload.order_identifier),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})

test('a container number carries the check digit of ISO 6346', () => {
  expect(containerNumber('CSQU', 305_438)).toBe('CSQU3054383')
  expect(containerNumber('MSKU', 123_456)).toBe('MSKU1234565')
})

test('every kind of vehicle is on the road today and no driver has two trips on one day', () => {
  const { trips } = sampleWorld(now)
  const today = trips.filter(({ day }) => day === '2026-03-04').flatMap(({ resources }) => resources)
  for (const kind of ['tractor', 'rigid', 'van', 'driver', 'trailer', 'chassis']) {
    expect(
      today.some((id) => id.startsWith(`sample-${kind}-`)),
      kind,
    ).toBe(true)
  }
  expect(new Set(today).size).toBe(today.length)
})

test('papers: some end within a month and one has ended', () => {
  const ends = sampleWorld(now).fleet.flatMap(({ papers }) => papers.map(({ ends_on }) => ends_on))
  expect(ends.filter((day) => day < '2026-03-04')).toHaveLength(1)
  expect(ends.filter((day) => day >= '2026-03-04' && day < '2026-04-04').length).toBeGreaterThan(10)
})

test('the previous month was carried out: orders of each working day, and a few cancelled ones', () => {
  for (const size of [1, 0.2]) {
    const { past } = sampleWorld(now, size)
    const days = past.orders.map(({ day }) => day)
    expect([days[0]! >= '2026-01-28', days.at(-1)! <= '2026-02-24']).toEqual([true, true])
    expect(past.orders.length).toBeGreaterThan(40 * size)
    expect(new Set(past.trips.map(({ stage }) => stage))).toEqual(new Set(['COMPLETED']))
    expect(past.orders.some(({ fate }) => fate.kind === 'CANCEL')).toBe(true)
  }
})

type World = ReturnType<typeof sampleWorld>

/** Share of the trucks that are in a trip on a day, also one that began before it. */
function busyOn({ trips, fleet, orders }: World, day: string): number {
  const trucks = fleet.filter(({ members }) => members.tractor || members.truck || members.van).length
  const byId = new Map(orders.map(({ upload }) => [upload.order_identifier, upload]))
  const lastDayOf = (identifiers: readonly string[]) => {
    const days = identifiers.flatMap((id) =>
      byId.get(id)!.consignments!.map(({ delivery_stop }) => delivery_stop.date!),
    )
    return days.toSorted().at(-1)!
  }
  const own = trips.filter((trip) => trip.day <= day && lastDayOf(trip.orders) >= day)
  return new Set(own.flatMap(({ resources }) => resources.slice(0, 1))).size / trucks
}

const weekdays = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10']

test('four of five trucks drive on each working day around today, and few at the weekend', () => {
  const world = sampleWorld(now)
  for (const day of weekdays) expect(busyOn(world, day), day).toBeGreaterThanOrEqual(0.8)
  for (const day of ['2026-03-07', '2026-03-08']) expect(busyOn(world, day), day).toBeLessThan(0.25)
})

test('whatever the day of the week or the hour, the day on which a world is opened is a working day', () => {
  for (let at = 0; at < 7; at += 1) {
    const today = dayAfter('2026-03-02', at)
    for (const time of ['00:30', '09:12', '23:45']) {
      const world = sampleWorld(new Date(`${today}T${time}:00+01:00`))
      expect(busyOn(world, today), `${today} ${time}`).toBeGreaterThanOrEqual(0.8)
    }
  }
})

test('a haulier that is opened at a weekend is at home on two other days, and drives no more in a week', () => {
  const saturday = sampleWorld(new Date('2026-03-07T09:12:00Z'))
  const busy = [-1, 0, 1, 2, 3, 4, 5].map((away) => busyOn(saturday, dayAfter('2026-03-07', away)) >= 0.8)
  expect(busy).toEqual([true, true, true, true, false, false, true])
  const perDriver = Map.groupBy(saturday.trips, ({ resources }) => resources[1] ?? '')
  perDriver.delete('')
  for (const [driver, trips] of perDriver) {
    const days = new Set(trips.map(({ day }) => day).filter((day) => day >= '2026-03-05' && day <= '2026-03-11'))
    expect(days.size, driver).toBeLessThanOrEqual(6)
  }
})

test('a haulier that is opened at a weekend is at home on the next one, and each crew has a weekly rest before its first normal week', () => {
  const [lastDay, monday] = ['2026-03-13', '2026-03-16']
  for (const opened of ['2026-03-07', '2026-03-08']) {
    const { trips } = sampleWorld(new Date(`${opened}T09:12:00Z`))
    expect(
      trips
        .map(({ day }) => day)
        .toSorted()
        .at(-1),
    ).toBe(lastDay)
  }
  const minute = (day: string, at: number) => Date.parse(day) / 60_000 + at
  const laid = [-2, -1, 0].flatMap((away) => dutiesOn(dayAfter(lastDay, away), 3))
  const rests = dutiesOn(monday).flatMap(({ crew, places, begins }) => {
    const last = laid.findLast((duty) => crew !== undefined && duty.crew === crew)
    if (!last) return []
    const [place, end] = [last.places.at(-1)!, minute(last.day, last.begins.at(-1)! + atStop)]
    return minute(monday, begins[0]!) - drivingMinutes(place, places[0]!) - end
  })
  expect(rests.length).toBeGreaterThan(40)
  // More than a regular weekly rest.
  expect(Math.min(...rests)).toBeGreaterThan(46 * 60)
})

test('a driver keeps the truck and the trailer, and none is on two trips at a time', () => {
  const { trips } = sampleWorld(now)
  const partners = new Map<string, Set<string>>()
  for (const { resources } of trips) {
    for (const one of resources) partners.set(one, new Set([...(partners.get(one) ?? []), resources.join(' ')]))
  }
  expect([...partners.values()].filter((some) => some.size > 1)).toEqual([])
})

test('a truck begins near where it ended: it drives no more than 250 km empty between two trips of a week', () => {
  const { trips, orders } = sampleWorld(now)
  const byId = new Map(orders.map(({ upload }) => [upload.order_identifier, upload]))
  const placeOf = (name: string | null | undefined) => samplePlaces.find((place) => place.name === name)!
  const ends = trips.flatMap(({ resources, orders: [first], starts_at, day }) => {
    const upload = byId.get(first!)!
    const { pickup_stop, delivery_stop } = upload.consignments![0]!
    const from = upload.setup_stops?.[0] ?? pickup_stop
    const to = upload.teardown_stops?.[0] ?? delivery_stop
    const at = { from: placeOf(from.location?.name), to: placeOf(to.location?.name) }
    return resources.length === 3 ? [{ truck: resources[0]!, starts_at, week: mondayOf(day), ...at }] : []
  })
  const far = [...Map.groupBy(ends, ({ truck, week }) => `${truck} ${week}`).values()].flatMap((own) => {
    const sorted = own.toSorted((one, other) => (one.starts_at < other.starts_at ? -1 : 1))
    return sorted.slice(1).map((next, at) => kilometresBetween(sorted[at]!.to, next.from))
  })
  expect(far.length).toBeGreaterThan(50)
  expect(Math.max(...far)).toBeLessThan(250)
})
