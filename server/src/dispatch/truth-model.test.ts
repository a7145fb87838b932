import { randomUUID } from 'node:crypto'
import { createLocationBooking } from '@cartage/contract/bookings/app'
import { CallError } from '@cartage/contract/client'
import { changeCompanyRecord } from '@cartage/contract/companies/app/record'
import { dispatchTrip, recallTrip, requestLocationBooking } from '@cartage/contract/dispatch/app'
import { importTrip } from '@cartage/contract/inbound/trip-import'
import { mergeLocation } from '@cartage/contract/locations/app/record'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { archiveResource, updateResource } from '@cartage/contract/resources/endpoints'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import { Problem } from '../http/problem.ts'
import { carryOut } from '../planning/commands.ts'
import type { PlanningCommand } from '../planning/rules.ts'
import { undoOrRedo } from '../planning/undo.commands.ts'
import { addPartner, addSubcontractor, followUp, letPass } from '../testing/data/dispatch.ts'
import { addLocation, resourceOf } from '../testing/data/fleet.ts'
import { sendMessage } from '../testing/data/messages.ts'
import { addCompany, settle, simpleOrder } from '../testing/data/orders.ts'
import { commandFrom, type Known } from '../testing/data/plans.ts'
import { addOrder, plannedTrip, type TestOrder, tripTenant } from '../testing/data/trips.ts'
import { faultsOf, type ModelPartner, type Step, steps } from '../testing/models/dispatch.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { reportStops } from '../trips/report.commands.ts'
import type { TripState } from '../trips/state.rules.ts'
import { tripsByIds } from '../trips/store.ts'

const server = await startTestServer()
afterAll(() => server.close())

const selectTrips = statement('test.all_trips', 'select t.trip_id from trip t where t.tenant_id = $1')

/** Runs steps against the whole server, with partners that accept everything. */
class World {
  private readonly world: Awaited<ReturnType<typeof createWorld>>
  private readonly tripIds = new Set<string>()

  constructor(created: Awaited<ReturnType<typeof createWorld>>) {
    this.world = created
  }

  /** A step that the rules reject changes nothing. */
  async take(step: Step): Promise<void> {
    try {
      await this.work(step)
    } catch (error) {
      if (error instanceof Problem || (error instanceof CallError && error.status < 500)) return
      throw error
    }
  }

  private async work(step: Step): Promise<void> {
    const trips = await this.trips()
    if (step.kind === 'command') return await this.command(step.draw, trips)
    const { tenant, planner, admin, known, companies, customerId } = this.world
    const { at, value } = step
    const trip = trips[at % Math.max(1, trips.length)]
    const order = this.world.orders[at % this.world.orders.length]!
    const params = { trip_id: trip?.trip_id ?? randomUUID() }
    const resource = { resource_id: known.resource_ids[at % known.resource_ids.length]! }
    const subcontractor_id = companies[value % companies.length]!
    const override = { reason: 'a test' }
    switch (step.kind) {
      case 'dispatch':
        await planner(givePlanningCommand, { body: { kind: 'ASSIGN', ...params, subcontractor_id, override } })
        if (trip?.status === 'CREATED') await this.command({ kind: 'CONFIRM', trip_ids: [params.trip_id] }, trips)
        await planner(dispatchTrip, { params, body: {} })
        return
      case 'recall':
        await planner(recallTrip, { params })
        return
      case 'undo':
        await undoOrRedo(server.ctx, this.asked(), 'UNDO')
        return
      case 'redo':
        await undoOrRedo(server.ctx, this.asked(), 'REDO')
        return
      case 'subcontractor':
        await planner(givePlanningCommand, { body: { kind: 'ASSIGN', ...params, subcontractor_id, override } })
        return
      case 'update_order':
        await settle(server, tenant, updateOf(order, value))
        return
      case 'amend_order':
        await sendMessage(server.app, tenant, { kind: 'partial-order-update', body: amendmentOf(order, value) })
        return
      case 'cancel_order':
        await settle(server, tenant, simpleOrder({ operation: 'DELETE', order_identifier: order.orderIdentifier }))
        return
      case 'report':
        return await this.report(trip, value)
      case 'import_trip':
        return await this.importTrip(order, value)
      case 'change_resource':
        await tenant.call(updateResource, { params: resource, body: { name: `Unit ${value}` } })
        return
      case 'archive_resource':
        await tenant.call(archiveResource, { params: resource })
        return
      case 'rename_company':
        await admin(changeCompanyRecord, { params: { company_id: customerId }, body: { name: `Alpha ${value}` } })
        return
      case 'merge_location': {
        const [id, into] = [at, at + 1].map((one) => known.location_ids[one % known.location_ids.length]!)
        await admin(mergeLocation, { params: { location_id: id! }, body: { into: into! } })
        return
      }
      case 'book':
        return await this.book(trip, value)
      case 'settle':
        return await followUp(server, tenant)
      case 'wait':
        return await letPass(server, tenant, 31)
    }
  }

  private async command(draw: Extract<Step, { kind: 'command' }>['draw'] | PlanningCommand, trips: TripState[]) {
    const { known } = this.world
    const command = 'numbers' in draw ? commandFrom(draw, { trips, holds: [] }, { newId: randomUUID }, known) : draw
    if (command) await carryOut(server.ctx, this.asked(), command)
  }

  private asked() {
    const { tenantId } = this.world.tenant
    const frame = { dry_run: false, override_reason: 'a test', versions: [], command_id: undefined }
    return { tenantId, by: byOperator, ...frame }
  }

  private async report(trip: TripState | undefined, value: number): Promise<void> {
    const stop = trip?.stops[value % Math.max(1, trip.stops.length)]
    if (!stop) return
    const status = value % 2 === 0 ? ('AT_STOP' as const) : ('COMPLETED' as const)
    const report = {
      stop_id: stop.stop_id,
      status,
      event_at: new Date(Date.UTC(2026, 1, 2, 8, value % 60)).toISOString(),
    }
    await this.world.tenant.asTenant((tx) => reportStops(server.ctx, tx, [report], 'test'))
  }

  private async importTrip({ stops }: TestOrder, value: number): Promise<void> {
    const hour = (at: number) => new Date(Date.UTC(2026, 1, 2, 8 + at)).toISOString()
    const planned_stops = stops.map(({ stop_id: id }, sequence) => {
      return { sequence, id, start_timestamp: hour(sequence), end_timestamp: hour(sequence + 1) }
    })
    await this.world.tenant.webhook(importTrip, { body: { trip_identifier: `plan ${value % 2}`, planned_stops } })
  }

  private async book(trip: TripState | undefined, value: number): Promise<void> {
    const stop = trip?.stops[value % Math.max(1, trip.stops.length)]
    if (!stop) return
    const body = { trip_id: trip!.trip_id, stop_id: stop.stop_id }
    const slot = await this.world.planner(createLocationBooking, { body })
    const params = { location_booking_id: slot.location_booking_id }
    await this.world.planner(requestLocationBooking, { params })
  }

  /** All trips, including those deleted meanwhile. */
  private async trips(): Promise<TripState[]> {
    return await this.world.tenant.asTenant(async (tx) => {
      const rows = await tx.query<{ trip_id: string }>(selectTrips)
      for (const { trip_id } of rows) this.tripIds.add(trip_id)
      return await tripsByIds(tx, [...this.tripIds])
    })
  }

  /** Differences between partners' versions and the current data. */
  async faults(mayWait: boolean): Promise<string[]> {
    await this.trips()
    return await faultsOf({ ...this.world, tripIds: [...this.tripIds] }, mayWait)
  }

  async settled(): Promise<void> {
    await followUp(server, this.world.tenant)
  }

  async letPass(): Promise<void> {
    await letPass(server, this.world.tenant, 31)
  }
}

function updateOf({ orderIdentifier }: TestOrder, value: number) {
  const { consignments, ...members } = simpleOrder({ operation: 'UPDATE', order_identifier: orderIdentifier })
  const changed = structuredClone(consignments!)
  changed[0]!.goods![0]!.quantity = (value % 9) + 1
  return { ...members, consignments: changed }
}

function amendmentOf({ orderId }: TestOrder, value: number) {
  const match = { matches_all: [{ order: { id: { matches_any: [orderId] } } }] }
  const data = { planning_instructions: `instruction ${value}` }
  return { updates: [{ match, update: { operation: 'UPDATE', data } }] }
}

async function createWorld() {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const admin = await tenant.user('SUPER_ADMIN')
  const partners: ModelPartner[] = []
  for (const [name, is_automatic] of [
    ['One', false],
    ['Two', true],
  ] as const) {
    const companyId = await addSubcontractor(tenant, name)
    const partner = await addPartner(server, planner, { subcontractor_id: companyId, name, is_automatic })
    partners.push({ ...partner, companyId })
  }
  const gate = await addPartner(server, planner, { kind: 'LOCATION_BOOKING', name: 'Gate' })
  const customerId = await addCompany(tenant, { name: 'Beta', code: 'C2' })
  const orders: TestOrder[] = []
  for (let at = 0; at < 4; at += 1)
    orders.push(await addOrder(server, tenant, { customer: { code: at % 2 ? 'C1' : 'C2' } }))
  const resource_ids: string[] = []
  for (const kind of ['tractor', 'trailer'] as const)
    resource_ids.push((await resourceOf(tenant, { name: kind, [kind]: {} })).id)
  const places = orders.flatMap(({ stops }) => stops.map(({ location_id }) => location_id))
  const location_ids = [...new Set([...places, await addLocation(tenant)])]
  const known: Known = { order_ids: orders.map(({ orderId }) => orderId), location_ids, resource_ids }
  const companies = partners.map(({ companyId }) => companyId)
  // Both partners have a trip from the beginning, and one order is on no trip.
  for (const [at, own] of [orders.slice(0, 2), orders.slice(2, 3)].entries()) {
    const members = { subcontractor_id: companies[at]! }
    const { tripId } = await plannedTrip(server, tenant, { orders: own, resources: [], members })
    await planner(dispatchTrip, { params: { trip_id: tripId }, body: {} })
  }
  return { tenant, planner, admin, partners, gate, customerId, orders, known, companies }
}

test('DISP-1: whatever happens to trips and their records, the last message to a partner has the current data', async () => {
  await fc.assert(
    fc.asyncProperty(steps(40), async (sequence) => {
      const world = new World(await createWorld())
      for (const step of sequence) {
        await world.take(step)
        if (step.kind === 'settle') expect(await world.faults(true)).toEqual([])
      }
      await world.settled()
      expect(await world.faults(true)).toEqual([])
      await world.letPass()
      expect(await world.faults(false)).toEqual([])
    }),
    // Each run needs its own tenant, so shrinking would take minutes.
    { numRuns: 12, endOnFailure: true },
  )
}, 240_000)
