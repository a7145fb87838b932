import { AuditRecord } from '@cartage/contract/audit/app'
import { getTripCosts } from '@cartage/contract/charges/app/read'
import { listTripDispatches } from '@cartage/contract/dispatch/app'
import { CarrierStanding, getTripAnswer, TripAnswer } from '@cartage/contract/dispatch/app/answers'
import { RecordDocument } from '@cartage/contract/documents/app/record'
import { RecentEvent } from '@cartage/contract/events/app'
import { listTripMails } from '@cartage/contract/mails/app/mails'
import { StopFacts } from '@cartage/contract/orders/app/punctuality'
import { BoardPlace } from '@cartage/contract/planning/app/board'
import { listPlanCandidates, PlanCandidate } from '@cartage/contract/planning/app/candidates'
import { givePlanningCommand, PlanningAnswer, undoCommand } from '@cartage/contract/planning/app/commands'
import { PlannedStop } from '@cartage/contract/planning/app/trip'
import {
  acceptStopProposal,
  dismissStopProposal,
  listSamples,
  listStopProposals,
  StopProposal,
} from '@cartage/contract/positions/app/fleet'
import { TripCarrier, TripDispatch } from '@cartage/contract/trips/app/list'
import {
  getRawTrip,
  getTripRecord,
  listTripEvents,
  listTripFiles,
  listTripHistory,
  reportStop,
  TripOrder,
  TripRecord,
} from '@cartage/contract/trips/app/record'
import { describe, expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { faultAt, id, type Members, sampleOf } from '../testing/sample.ts'
import { tripRoute } from './routes.ts'

const ghent = sampleOf(BoardPlace, { location_id: id(4), name: 'Depot', city: 'Ghent', country: 'BE' })
const lisbon = sampleOf(BoardPlace, { location_id: id(5), city: 'Lisbon', country: 'PT' })
const pickup = sampleOf(PlannedStop, {
  stop_id: id(2),
  location_id: id(4),
  order_id: id(7),
  activity_label: 'Pickup',
  status: 'COMPLETED',
  planned_start_at: '2026-03-02T08:00:00Z',
  planned_end_at: '2026-03-02T09:00:00Z',
  actual_start_at: '2026-03-02T08:30:00Z',
})
const delivery = sampleOf(PlannedStop, {
  stop_id: id(3),
  location_id: id(5),
  activity_label: 'Delivery',
  status: 'DISPATCHED',
  eta_start_at: '2026-03-04T12:00:00Z',
})

const trip = (members: Members<TripRecord> = {}) =>
  sampleOf(TripRecord, {
    places: [ghent, lisbon],
    stop_facts: [sampleOf(StopFacts, { stop_id: id(3), time_zone: 'Europe/Lisbon' })],
    orders: [sampleOf(TripOrder, { order_id: id(7), order_number: 'O-7', customer_name: 'Bakery', is_adr: true })],
    ...members,
    trip: { trip_id: id(1), name: 'T-7', status: 'PLANNED', stops: [pickup, delivery], ...members.trip },
  })

async function open(page: Page, record: TripRecord, tab = '', standing: CarrierStanding | null = null) {
  page.server.on(getTripRecord, record)
  page.server.on(listStopProposals, { items: [] })
  page.server.on(getTripAnswer, { standing })
  page.server.on(listSamples, { items: [], is_cut: false })
  await page.open(tripRoute, `/trips/${id(1)}${tab && `?tab=${tab}`}`)
  return await screen.findByRole('tab', { name: 'Overview' })
}
const row = (text: string) => screen.getByText(text).closest('tr')!

describe('the overview of a trip', () => {
  test('shows each stop with its location, actual and expected times in local time', async ({ page }) => {
    await open(page, trip())
    expect(row('Depot').textContent).toContain('Pickup · Ghent BE')
    expect(row('Depot').textContent).toContain('Completed')
    expect(within(row('Depot')).getByTitle('Actual').textContent).toContain('09:30')
    // Lisbon is an hour behind Brussels.
    expect(within(row('Lisbon')).getByTitle('ETA').textContent).toMatch(/12:00.*(WET|GMT)/)
    expect(within(row('Depot')).getByRole('link', { name: 'O-7' }).getAttribute('href')).toBe(`/orders/${id(7)}`)
  })

  test('shows times suggested by positions, to be confirmed or dismissed', async ({ page }) => {
    const arrival = sampleOf(StopProposal, { stop_id: id(3), trip_id: id(1), kind: 'ARRIVAL' })
    const ofOthers = sampleOf(StopProposal, { stop_id: id(9), trip_id: id(8), kind: 'DEPARTURE' })
    await open(page, trip())
    page.server.on(listStopProposals, { items: [arrival, ofOthers] })
    await page.queries.invalidateQueries({ queryKey: ['trips'] })
    const reported = await screen.findByRole('region', { name: 'Reported by position' })
    expect(reported.textContent).toContain('Arrived at Lisbon')
    expect(within(reported).getAllByRole('button', { name: 'Confirm' })).toHaveLength(1)
    page.server.on(acceptStopProposal, { ...arrival, state: 'ACCEPTED' })
    page.server.on(dismissStopProposal, { ...arrival, state: 'DISMISSED' })
    await page.user.click(within(reported).getByRole('button', { name: 'Confirm' }))
    const params = { stop_id: id(3), proposal_kind: 'ARRIVAL' }
    await waitFor(() => expect(page.server.requests(acceptStopProposal)).toMatchObject([{ params }]))
    await page.user.click(within(reported).getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(page.server.requests(dismissStopProposal)).toMatchObject([{ params }]))
  })

  test('CROSS-5: a ferry is shown in the time of its port, changed, and removed in spite of a warning; that is undone', async ({
    page,
  }) => {
    const ferry = {
      kind: 'FERRY',
      minutes: 450,
      departs_at: '2026-03-03T21:00:00Z',
      berth: 'CABIN',
      line: 'Stena Line',
    }
    const boarding = { ...pickup, actual_start_at: null, crossing: { ...ferry, lands_stop_id: id(3) } }
    const facts = [sampleOf(StopFacts, { stop_id: id(2), time_zone: 'Europe/Lisbon' })]
    await open(page, trip({ stop_facts: facts, trip: { version: 4, stops: [boarding, delivery] } }))
    expect(row('Lisbon').textContent).toMatch(/Ferry Stena Line · 7 h 30 · leaves .*21:00.* · cabin/)
    const choose = async (item: RegExp) => {
      await page.user.click(screen.getByRole('button', { name: /^Actions for Ferry Stena Line/ }))
      await page.user.click(await screen.findByRole('menuitem', { name: item }))
    }
    page.server.on(givePlanningCommand, sampleOf(PlanningAnswer))
    await choose(/^Change/)
    await page.fill(await screen.findByRole('textbox', { name: 'Crossing time' }), '6')
    await page.user.click(screen.getByRole('button', { name: /^Save/ }))
    await screen.findByText('Crossing changed')
    const versions = [{ trip_id: id(1), version: 4 }]
    expect(page.server.bodies(givePlanningCommand)).toMatchObject([
      { kind: 'CHANGE_CROSSING', trip_id: id(1), stop_id: id(2), crossing: { minutes: 360 }, versions },
    ])
    page.server.reject(givePlanningCommand, {
      status: 409,
      code: 'plan_doubtful',
      errors: [faultAt(null, 'Stop 2 is late.')],
    })
    await choose(/^Remove/)
    await page.user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Agreed')
    page.server.on(givePlanningCommand, sampleOf(PlanningAnswer, { command_id: id(9) }))
    page.server.on(undoCommand, sampleOf(PlanningAnswer))
    await page.user.click(screen.getByRole('button', { name: 'Continue anyway' }))
    await screen.findByText('Crossing removed')
    expect(page.server.bodies(givePlanningCommand).at(-1)).toEqual({
      ...{ kind: 'UNPLAN', stop_ids: [id(2), id(3)], versions, override: { reason: 'Agreed' } },
    })
    await page.user.click(screen.getByRole('button', { name: /Undo/ }))
    await screen.findByText('Undone')
    expect(page.server.bodies(undoCommand)).toEqual([{ command_id: id(9) }])
  })

  test('CROSS-5: a completed trip offers no ferry', async ({ page }) => {
    await open(page, trip())
    expect(await screen.findByRole('button', { name: 'Ferry or train…' })).toBeDefined()
    page.server.on(getTripRecord, trip({ trip: { status: 'COMPLETED' } }))
    await page.queries.invalidateQueries({ queryKey: ['trips'] })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ferry or train…' })).toBeNull())
  })

  test('has a map of its stops, or a message if the browser cannot draw it', async ({ page }) => {
    const places = [
      { ...ghent, latitude: 51.05, longitude: 3.72 },
      { ...lisbon, latitude: 38.72, longitude: -9.14 },
    ]
    const resources = [sampleOf(TripCarrier, { resource_id: id(8), resource_type: 'TRACTOR', name: 'Truck 7' })]
    page.server.on(listSamples, { items: [], is_cut: false })
    await open(page, trip({ places, resources }))
    expect(await screen.findByText(/cannot draw the map/)).toBeDefined()
    await waitFor(() => expect(page.server.requests(listSamples)).toMatchObject([{ params: { resource_id: id(8) } }]))
  })

  test('shows its driver and its customers', async ({ page }) => {
    const resources = [
      sampleOf(TripCarrier, { resource_id: id(8), name: 'Truck 7', license_plate: '1-ABC-123' }),
      sampleOf(TripCarrier, { resource_id: id(9), name: 'Ann' }),
    ]
    const subcontractor = { company_id: id(6), name: 'Fast Freight' }
    await open(
      page,
      trip({
        resources,
        subcontractor,
        trip: { distance_km: 2_034.4, distance_is_estimated: false, note: 'Ferry at 6' },
      }),
    )
    expect(screen.getByRole('link', { name: 'Truck 7' }).getAttribute('href')).toBe(`/resources/${id(8)}`)
    expect(screen.getAllByRole('link', { name: 'Fast Freight' })[0]!.getAttribute('href')).toBe(`/companies/${id(6)}`)
    expect(screen.getAllByText('2,034 km')).toHaveLength(2)
    expect(screen.getByText('Ferry at 6')).toBeDefined()
    const order = screen.getByText('Bakery').closest('li')!
    expect(order.textContent).toContain('ADR')
  })

  test('marks kilometres without a routing engine', async ({ page }) => {
    await open(page, trip({ trip: { distance_km: 2_034.4, distance_is_estimated: true } }))
    expect(screen.getByText('2,034 km (estimated)')).toBeDefined()
    expect(screen.getByText('Distance (estimated)')).toBeDefined()
  })

  test('without orders and own resources shows this', async ({ page }) => {
    await open(page, trip({ orders: [], trip: { stops: [] } }))
    expect(screen.getByText('No orders on this trip.')).toBeDefined()
    expect(screen.getByText('No own vehicle or driver assigned.')).toBeDefined()
  })

  test('shows no stop as dispatched after its carrier declined', async ({ page }) => {
    const dispatch = sampleOf(TripDispatch, { state: 'DECLINED', reason: 'No truck', destination_name: 'Fast' })
    await open(page, trip({ dispatch }))
    const [declined] = await screen.findAllByText('Dispatch failed')
    expect(declined!.closest('[title]')?.getAttribute('title')).toBe('No truck')
    expect(row('Lisbon').textContent).toContain('Planned')
    expect(row('Lisbon').textContent).not.toContain('Dispatched')
  })

  test('DISP-5: the answer by link or telephone counts in the header, not the refusal of an earlier message', async ({
    page,
  }) => {
    const dispatch = sampleOf(TripDispatch, { state: 'DECLINED', reason: 'No truck', destination_name: 'Fast' })
    const answer = sampleOf(TripAnswer, { answer: 'ACCEPTED', reason: null, plate: '1-CAR-777', driver_name: 'Marek' })
    const accepted = sampleOf(CarrierStanding, { trip_id: id(1), state: 'ACCEPTED', is_overdue: false, answer })
    await open(page, trip({ dispatch }), '', accepted)
    const header = screen.getByRole('heading', { level: 1 }).closest('header')!
    expect(await within(header).findByText('Accepted')).toBeDefined()
    expect(within(header).queryByText('Dispatch failed')).toBeNull()
    expect(screen.getAllByText('Accepted')).toHaveLength(2)
    expect(row('Lisbon').textContent).toContain('Dispatched')
    expect(screen.getByText('1-CAR-777')).toBeDefined()
    expect(screen.getByText('Marek')).toBeDefined()
  })
})

describe('changes by planners on the page of a trip', () => {
  const ann = sampleOf(TripCarrier, {
    ...{ resource_id: id(9), resource_type: 'DRIVER', name: 'Ann', phone_number: '+32470123456' },
  })
  const truck = sampleOf(TripCarrier, { resource_id: id(8), resource_type: 'TRACTOR', name: 'Truck 7' })
  const bob = sampleOf(PlanCandidate, { id: id(12), name: 'Bob', message: null, verdict: 'OK' })

  async function chooseBob(page: Page) {
    page.server.on(listPlanCandidates, { items: [bob], is_cut: false })
    await open(page, trip({ resources: [truck, ann] }))
    const field = screen.getByRole('combobox', { name: 'Driver' })
    await page.fill(field, 'Bo')
    await page.user.click(await screen.findByRole('option', { name: /Bob/ }))
  }

  test('the driver has a phone number next to the name, and is changed in place', async ({ page }) => {
    page.server.on(givePlanningCommand, sampleOf(PlanningAnswer))
    await chooseBob(page)
    expect(screen.getByText('+32 470 12 34 56').getAttribute('href')).toBe('tel:+32470123456')
    expect(await screen.findByText('Driver: Bob')).toBeDefined()
    expect(page.server.bodies(givePlanningCommand)).toMatchObject([{ trip_id: id(1), resource_ids: [id(12), id(8)] }])
  })

  test('FIT-8: a refused driver shows the reason and cannot be chosen, by pointer or by keys', async ({ page }) => {
    const message = 'Bob has no ADR licence for the dangerous goods of O-1.'
    const refused = { ...bob, verdict: 'HARD', message } as const
    page.server.on(listPlanCandidates, { items: [refused], is_cut: false })
    await open(page, trip({ resources: [truck, ann] }))
    const field = screen.getByRole('combobox', { name: 'Driver' })
    await page.fill(field, 'Bo')
    const option = await screen.findByRole('option', { name: /Bob/ })
    expect(option.textContent).toContain(message)
    expect(option.getAttribute('aria-disabled')).toBe('true')
    await page.user.click(option)
    await page.user.type(field, '{Enter}')
    expect(page.server.bodies(givePlanningCommand)).toEqual([])
    expect(page.server.requests(listPlanCandidates)[0]?.query).toMatchObject({ kind: 'DRIVER', instead_of: id(9) })
  })

  test('a plan with warnings is overridden with a reason', async ({ page }) => {
    page.server.reject(givePlanningCommand, {
      status: 409,
      code: 'plan_doubtful',
      errors: [faultAt(null, 'Bob is on holiday.')],
    })
    await chooseBob(page)
    expect(await screen.findByText('Bob is on holiday.')).toBeDefined()
    page.server.on(givePlanningCommand, sampleOf(PlanningAnswer))
    await page.user.type(screen.getByLabelText('Reason'), 'Swapped{Enter}')
    expect(await screen.findByText('Driver: Bob')).toBeDefined()
    expect(page.server.bodies(givePlanningCommand).at(-1)).toMatchObject({ override: { reason: 'Swapped' } })
  })

  test('one button reports arrival at the next stop, then its completion', async ({ page }) => {
    page.server.on(reportStop, { is_applied: true })
    await open(page, trip({ trip: { status: 'IN_PROGRESS' } }))
    await page.user.click(screen.getByRole('button', { name: 'Arrived: Lisbon' }))
    expect(await screen.findByText('Arrived at Lisbon')).toBeDefined()
    expect(page.server.requests(reportStop)).toMatchObject([
      { params: { stop_id: id(3) }, body: { status: 'AT_STOP' } },
    ])
    const there = { ...delivery, status: 'AT_STOP' as const }
    page.server.on(getTripRecord, trip({ trip: { status: 'IN_PROGRESS', stops: [pickup, there] } }))
    await page.queries.invalidateQueries({ queryKey: ['trips'] })
    expect(await screen.findByRole('button', { name: 'Done: Lisbon' })).toBeDefined()
  })

  test('is read only for a viewer', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    await open(page, trip({ resources: [truck, ann], trip: { status: 'IN_PROGRESS' } }))
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('button', { name: /^(Arrived|Done)/ })).toBeNull()
    expect(screen.getAllByRole('link', { name: 'Ann' })).not.toHaveLength(0)
  })
})

describe('the tabs of a trip', () => {
  test('are opened by name and kept in the address, and each is loaded when it is opened', async ({ page }) => {
    await open(page, trip())
    page.server.on(listTripEvents, {
      items: [sampleOf(RecentEvent, { type: 'Trip', entity_type: 'trip', entity_name: 'T-7' })],
    })
    expect(page.server.requests(listTripEvents)).toEqual([])
    page.server.on(getRawTrip, sampleOf(getRawTrip.response, { id: id(1) }))
    await page.user.click(screen.getByRole('tab', { name: 'Developer' }))
    expect(await screen.findByRole('cell', { name: 'T-7' })).toBeDefined()
    expect(page.address).toBe(`/trips/${id(1)}?tab=raw`)
  })

  test('documents can be downloaded', async ({ page }) => {
    page.server.on(listTripMails, { items: [] })
    page.server.on(listTripFiles, { items: [sampleOf(RecordDocument, { document_id: id(9), name: 'cmr.pdf' })] })
    await open(page, trip(), 'documents')
    expect(await screen.findByRole('link', { name: 'Download cmr.pdf' })).toBeDefined()
  })

  test('the history shows who changed what', async ({ page }) => {
    const actor = { kind: 'user', actor_id: id(1), name: 'Pia Planner' } as const
    const changes = { note: { before: 'Gate 1', after: 'Gate 2' } }
    page.server.on(listTripHistory, { items: [sampleOf(AuditRecord, { action: 'updated', actor, changes })] })
    await open(page, trip(), 'history')
    const entry = (await screen.findByText('Updated by Pia Planner')).closest('li')!
    expect(entry.textContent).toContain('Gate 1 → Gate 2')
  })

  test('the response of the interface is shown unchanged', async ({ page }) => {
    page.server.on(getRawTrip, sampleOf(getRawTrip.response, { id: id(1) }))
    page.server.on(listTripEvents, { items: [] })
    await open(page, trip(), 'raw')
    expect((await screen.findByRole('figure', { name: 'Trip as JSON' })).textContent).toContain(id(1))
  })

  test('there are neither costs nor dispatches for a person who may not see them', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    await open(page, trip(), 'costs')
    expect(screen.queryByRole('tab', { name: 'Dispatch' })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Money' })).toBeNull()
    expect(page.server.requests(listTripDispatches)).toEqual([])
    expect(page.server.requests(getTripCosts)).toEqual([])
  })

  test('an old link, before the tab of dispatches was renamed, still opens it', async ({ page }) => {
    page.server.on(listTripDispatches, { items: [] })
    page.server.on(getTripAnswer, { standing: null })
    await open(page, trip(), 'handed-over')
    expect(await screen.findByText('Not dispatched yet')).toBeDefined()
  })
})

test('a trip that does not exist shows a message, and one that could not be loaded is loaded again', async ({
  page,
}) => {
  page.server.on(listStopProposals, { items: [] })
  page.server.reject(getTripRecord, { status: 404, code: 'not_found' })
  await page.open(tripRoute, `/trips/${id(1)}`)
  expect((await screen.findByRole('alert')).textContent).toContain('This record no longer exists')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  page.server.disconnect(getTripRecord)
  await page.queries.resetQueries({ queryKey: ['trips'] })
  const again = await screen.findByRole('button', { name: 'Try again' })
  page.server.on(getTripAnswer, { standing: null })
  page.server.on(getTripRecord, trip())
  await page.user.click(again)
  expect(await screen.findByText('Depot')).toBeDefined()
})
