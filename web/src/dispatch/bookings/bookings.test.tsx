import {
  AppIntermodalBooking,
  AppLocationBooking,
  changeIntermodalBooking,
  changeLocationBooking,
  createIntermodalBooking,
  createLocationBooking,
  listTripBookings,
} from '@cartage/contract/bookings/app'
import {
  cancelIntermodalBooking,
  cancelLocationBooking,
  requestIntermodalBooking,
  requestLocationBooking,
} from '@cartage/contract/dispatch/app'
import { listLocations } from '@cartage/contract/locations/app/record'
import { BoardPlace } from '@cartage/contract/planning/app/board'
import { PlannedStop } from '@cartage/contract/planning/app/trip'
import { TripCarrier } from '@cartage/contract/trips/app/list'
import { TripRecord } from '@cartage/contract/trips/app/record'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../../testing/page.tsx'
import { faultAt, id, type Members, sampleOf } from '../../testing/sample.ts'
import { BookingsTab } from './bookings.tab.tsx'

const stop = (number: number) =>
  sampleOf(PlannedStop, { stop_id: id(number), stop_group_id: id(9), location_id: id(4), activity_label: 'Unload' })
const record = sampleOf(TripRecord, {
  trip: { trip_id: id(1), name: 'T-7', status: 'PLANNED', stops: [stop(2), stop(3)] },
  places: [sampleOf(BoardPlace, { location_id: id(4), name: 'Quay 12', city: 'Antwerp' })],
  resources: [sampleOf(TripCarrier, { resource_id: id(5), resource_type: 'TRAILER', name: 'TR-2' })],
})
const place = { location_id: id(4), name: 'Quay 12', city: 'Antwerp' }
const slotOf = (members: Members<AppLocationBooking> = {}) =>
  sampleOf(AppLocationBooking, {
    ...{ location_booking_id: id(10), location_id: id(4), trip_id: id(1), name: 'T-7/L1', stop_id: id(2) },
    ...members,
  })
const legOf = (members: Members<AppIntermodalBooking> = {}) =>
  sampleOf(AppIntermodalBooking, {
    ...{ intermodal_booking_id: id(11), trip_id: id(1), name: 'T-7/M1', start_location_id: id(4) },
    ...{ end_location_id: id(4), trailer_id: id(5) },
    ...members,
  })

async function show(page: Page, slots: AppLocationBooking[], legs: AppIntermodalBooking[] = []) {
  page.server.on(listTripBookings, { location_bookings: slots, intermodal_bookings: legs, places: [place] })
  await page.show(<BookingsTab record={record} />)
  await screen.findAllByRole('button', { name: 'Add time slot' })
}
const card = (name: string) => within(screen.getByRole('region', { name }))

test('a time slot is added for all stops at a location, with the window to request', async ({ page }) => {
  page.server.on(createLocationBooking, slotOf())
  await show(page, [])
  await page.user.click(screen.getByRole('button', { name: 'Add time slot' }))
  const form = within(await screen.findByRole('form', { name: 'Add time slot' }))
  expect(form.getByRole('combobox', { name: 'Stop' }).textContent).toContain('All 2 stops at Quay 12')
  await page.fill(form.getByLabelText('Requested from'), 'nonsense')
  await page.user.click(form.getByRole('button', { name: 'Add' }))
  expect(form.getByText('Enter a date and a time.')).toBeDefined()
  await page.fill(form.getByLabelText('Requested from'), '2026-12-01 08:00')
  await page.fill(form.getByLabelText('Requested to'), '2026-12-01 09:00')
  await page.user.click(form.getByRole('button', { name: 'Add' }))
  await screen.findByText('Time slot added')
  expect(page.server.bodies(createLocationBooking)).toEqual([
    expect.objectContaining({
      ...{ trip_id: id(1), stop_group_id: id(9), note: '' },
      ...{ requested_start_at: '2026-12-01T07:00:00Z', requested_end_at: '2026-12-01T08:00:00Z' },
    }),
  ])
})

test('an error of the server in a time slot is shown at its field', async ({ page }) => {
  page.server.reject(changeLocationBooking, {
    ...{ status: 422, code: 'validation_failed' },
    errors: [faultAt('confirmed_end_at', 'The end is before the start. Swap the two times.')],
  })
  await show(page, [slotOf({ status: 'REQUESTED' })])
  await page.user.click(card('T-7/L1').getByRole('button', { name: 'Edit…' }))
  const form = within(await screen.findByRole('form', { name: 'Edit T-7/L1' }))
  await page.fill(form.getByLabelText('Reference of the location'), 'Gate 5')
  await page.fill(form.getByLabelText('Confirmed from'), '2026-12-01 09:00')
  await page.fill(form.getByLabelText('Confirmed to'), '2026-12-01 08:00')
  await page.user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('The end is before the start. Swap the two times.')).toBeDefined()
  expect(form.getByLabelText('Confirmed to').getAttribute('aria-invalid')).toBe('true')
  expect(page.server.bodies(changeLocationBooking)).toMatchObject([
    { booking_reference: 'Gate 5', confirmed_start_at: '2026-12-01T08:00:00Z', requested_start_at: null },
  ])
})

test('LB-1: a time slot is requested, and cancelled after a confirmation; its answer and steps are shown', async ({
  page,
}) => {
  page.server.on(requestLocationBooking, slotOf({ status: 'REQUESTED' }))
  page.server.on(cancelLocationBooking, slotOf({ status: 'CANCELLED' }))
  const booked = slotOf({
    ...{ location_booking_id: id(12), name: 'T-7/L2', status: 'BOOKED', booking_reference: 'SLOT-9' },
    execution_statuses: [{ event_time: '2026-12-01T08:00:00Z', ok: false, type: 'GATE_IN', remark: 'No papers' }],
  })
  await show(page, [slotOf(), booked])
  expect(card('T-7/L2').getByText('Booked')).toBeDefined()
  expect(card('T-7/L2').getByText('SLOT-9')).toBeDefined()
  expect(card('T-7/L2').getByRole('list', { name: 'Reported steps' }).textContent).toMatch(/Gate in.*No papers/)
  await page.user.click(card('T-7/L1').getByRole('button', { name: 'Request' }))
  await screen.findByText('T-7/L1 requested')
  await page.user.click(card('T-7/L1').getByRole('button', { name: 'Cancel booking…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel T-7/L1?' }))
  await page.user.click(dialog.getByRole('button', { name: 'Cancel booking' }))
  await screen.findByText('T-7/L1 cancelled')
  expect(page.server.requests(cancelLocationBooking)).toMatchObject([{ params: { location_booking_id: id(10) } }])
})

test('a main leg is added with the trailer of the trip; missing values are reported at their fields', async ({
  page,
}) => {
  page.server.on(listLocations, { items: [], next_cursor: null })
  page.server.on(createIntermodalBooking, legOf())
  await show(page, [])
  await page.user.click(screen.getByRole('button', { name: 'Add main leg' }))
  const form = within(await screen.findByRole('form', { name: 'Add main leg' }))
  await page.user.click(form.getByRole('button', { name: 'Add' }))
  expect(form.getAllByText('Choose a location.')).toHaveLength(2)
  expect(form.getByRole('combobox', { name: 'Trailer' }).textContent).toContain('TR-2')
  expect(page.server.requests(createIntermodalBooking)).toHaveLength(0)
})

test('IM-1: a main leg is edited with its details, requested again and cancelled', async ({ page }) => {
  const leg = legOf({ status: 'REQUESTED', details: { vessel_name: 'Aurora', route_custom_fields: { key: 'kept' } } })
  page.server.on(changeIntermodalBooking, leg)
  page.server.on(requestIntermodalBooking, leg)
  page.server.on(cancelIntermodalBooking, leg)
  await show(page, [], [leg])
  await page.user.click(card('T-7/M1').getByRole('button', { name: 'Edit…' }))
  const form = within(await screen.findByRole('form', { name: 'Edit T-7/M1' }))
  await page.fill(form.getByLabelText('Voyage'), 'V12')
  await page.user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('T-7/M1 saved')
  expect(page.server.bodies(changeIntermodalBooking)).toMatchObject([
    {
      ...{ start_location_id: id(4), trailer_id: id(5), container_id: null },
      details: { vessel_name: 'Aurora', voyage_code: 'V12', route_custom_fields: { key: 'kept' } },
    },
  ])
  expect(Object.keys(page.server.bodies(changeIntermodalBooking)[0]!.details!)).not.toContain('customs')
  await page.user.click(card('T-7/M1').getByRole('button', { name: 'Send changes' }))
  await screen.findByText('Changes of T-7/M1 sent')
  await page.user.click(card('T-7/M1').getByRole('button', { name: 'Cancel booking…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel T-7/M1?' }))
  await page.user.click(dialog.getByRole('button', { name: 'Cancel booking' }))
  await screen.findByText('T-7/M1 cancelled')
})

test('IM-1: a main leg that the carrier has finalised or declined shows this and is not sent again', async ({
  page,
}) => {
  const failure = { error_type: 'FULL', error_message: 'The ferry is full.' }
  const final = legOf({ intermodal_booking_id: id(13), name: 'T-7/M2', status: 'BOOKED', skip_dispatch: true })
  await show(page, [], [legOf({ status: 'REQUESTED', failure }), final])
  expect(card('T-7/M1').getByRole('status').textContent).toContain('The ferry is full.')
  expect(card('T-7/M2').getByText(/Finalised by the carrier/)).toBeDefined()
  expect(card('T-7/M2').queryByRole('button', { name: 'Edit…' })).toBeNull()
})

test('without the permission to dispatch, bookings are read only', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['dispatch.write'] })
  page.server.on(listTripBookings, { location_bookings: [slotOf()], intermodal_bookings: [], places: [place] })
  await page.show(<BookingsTab record={record} />)
  expect(await screen.findByText('Quay 12, Antwerp')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Request' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add time slot' })).toBeNull()
})
