import { Dispatch, DispatchDestination, dispatchTrip, listDispatchDestinations } from '@cartage/contract/dispatch/app'
import { createCarrierLink, DoorLink, listCarrierLinks } from '@cartage/contract/doors/app/links'
import { listPlanCandidates } from '@cartage/contract/planning/app/candidates'
import { TripRecord } from '@cartage/contract/trips/app/record'
import { expect, vi } from 'vitest'
import { CarrierLinkDialog } from '../links/carrier-link.dialog.tsx'
import { screen, test, within } from '../testing/page.tsx'
import { faultAt, id, type Members, sampleOf } from '../testing/sample.ts'
import { DispatchDialog } from './dispatch.dialog.tsx'

const record = sampleOf(TripRecord, { trip: { trip_id: id(1), name: 'T-7' } })
const partner = (members: Members<DispatchDestination>) =>
  sampleOf(DispatchDestination, { kind: 'SUBCO', subscription_id: id(5), ...members })

test('only partners that receive trips and can be reached are offered, and the trip is dispatched to the chosen one', async ({
  page,
}) => {
  const onClose = vi.fn<() => void>()
  page.server.on(dispatchTrip, sampleOf(Dispatch))
  page.server.on(listDispatchDestinations, {
    items: [
      partner({ dispatch_destination_id: id(2), name: 'Fast Freight' }),
      partner({ dispatch_destination_id: id(3), name: 'Archived Ltd', is_archived: true }),
      partner({ dispatch_destination_id: id(4), name: 'No channel', subscription_id: null }),
      partner({ dispatch_destination_id: id(6), name: 'Quay bookings', kind: 'LOCATION_BOOKING' }),
    ],
  })
  await page.show(<DispatchDialog record={record} onClose={onClose} />)
  await page.user.click(screen.getByRole('combobox', { name: 'Carrier' }))
  await screen.findByRole('option', { name: 'Fast Freight' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Carrier of the assigned vehicle',
    'Fast Freight',
  ])
  await page.user.click(screen.getByRole('option', { name: 'Fast Freight' }))
  await page.user.click(screen.getByRole('button', { name: 'Dispatch trip' }))
  await screen.findByText('Trip T-7 dispatched')
  expect(page.server.requests(dispatchTrip)).toMatchObject([
    { params: { trip_id: id(1) }, body: { dispatch_destination_id: id(2) } },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a rejected dispatch shows the reason and leaves the dialog open', async ({ page }) => {
  const onClose = vi.fn<() => void>()
  page.server.on(listDispatchDestinations, { items: [] })
  page.server.reject(dispatchTrip, { status: 409, code: 'no_destination', message: 'The trip has no carrier.' })
  await page.show(<DispatchDialog record={record} onClose={onClose} />)
  await page.user.click(screen.getByRole('button', { name: 'Dispatch trip' }))
  expect(await screen.findByText(/The trip has no carrier/)).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

test('a second click during the dispatch sends nothing twice', async ({ page }) => {
  page.server.on(listDispatchDestinations, { items: [] })
  const respond = page.server.hold(dispatchTrip, sampleOf(Dispatch))
  await page.show(<DispatchDialog record={record} onClose={() => {}} />)
  await page.user.dblClick(screen.getByRole('button', { name: 'Dispatch trip' }))
  respond()
  await screen.findByText('Trip T-7 dispatched')
  expect(page.server.requests(dispatchTrip)).toHaveLength(1)
})

test('for a carrier without a channel the dialog offers a link', async ({ page }) => {
  page.server.on(listDispatchDestinations, {
    items: [partner({ dispatch_destination_id: id(2), name: 'Fast Freight', subcontractor_id: id(9) })],
  })
  page.server.on(listPlanCandidates, { items: [], is_cut: false })
  page.server.on(listCarrierLinks, { items: [] })
  const of = sampleOf(TripRecord, {
    trip: { trip_id: id(1), name: 'T-7' },
    subcontractor: { company_id: id(8), name: 'Small Haulage' },
  })
  await page.show(<DispatchDialog record={of} onClose={() => {}} />)
  expect(await screen.findByText(/^Small Haulage has no channel/)).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Carrier link…' }))
  expect(await screen.findByRole('dialog', { name: 'Carrier link' })).toBeDefined()
})

test('FIT-8: partners without a problem come first, the others have the reason, and a refused one cannot be chosen', async ({
  page,
}) => {
  page.server.on(listDispatchDestinations, {
    items: [
      partner({ dispatch_destination_id: id(2), name: 'Late Papers', subcontractor_id: id(12) }),
      partner({ dispatch_destination_id: id(3), name: 'Fast Freight', subcontractor_id: id(13) }),
    ],
  })
  const message = 'The CMR insurance of Late Papers ends on 1 Feb.'
  page.server.on(listPlanCandidates, {
    items: [
      { id: id(13), name: 'Fast Freight', side: null, verdict: 'OK', message: null },
      { id: id(12), name: 'Late Papers', side: null, verdict: 'HARD', message },
    ],
    is_cut: false,
  })
  await page.show(<DispatchDialog record={record} onClose={() => {}} />)
  await page.user.click(screen.getByRole('combobox', { name: 'Carrier' }))
  const late = await screen.findByRole('option', { name: /Late Papers.*CMR insurance/ })
  expect(late.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Carrier of the assigned vehicle',
    'Fast Freight',
    `Late Papers${message}`,
  ])
})

test('FIT-6: a refused carrier is overridden with a reason', async ({ page }) => {
  page.server.on(listDispatchDestinations, { items: [] })
  const errors = [faultAt(null, 'Subco is blocked as a carrier.')]
  page.server.reject(dispatchTrip, { status: 409, code: 'plan_doubtful', errors })
  await page.show(<DispatchDialog record={record} onClose={() => {}} />)
  await page.user.click(screen.getByRole('button', { name: 'Dispatch trip' }))
  expect(await screen.findByText('Subco is blocked as a carrier.')).toBeDefined()
  page.server.on(dispatchTrip, sampleOf(Dispatch))
  await page.user.type(screen.getByLabelText('Reason'), 'Agreed{Enter}')
  await screen.findByText('Trip T-7 dispatched')
  expect(page.server.bodies(dispatchTrip).at(-1)).toMatchObject({ override: { reason: 'Agreed' } })
})

test('FIT-6: a link for a refused carrier is made with a reason; without the permission it is only refused', async ({
  page,
}) => {
  page.server.on(listCarrierLinks, { items: [] })
  const errors = [faultAt(null, 'Subco is blocked as a carrier.')]
  page.server.reject(createCarrierLink, { status: 409, code: 'plan_refused', errors })
  await page.show(<CarrierLinkDialog tripId={id(1)} onClose={() => {}} />)
  await page.user.click(await screen.findByRole('button', { name: 'Create link' }))
  const refused = within(await screen.findByRole('dialog', { name: 'Carrier refused' }))
  expect(refused.queryByLabelText('Reason')).toBeNull()
  await page.user.click(refused.getAllByRole('button', { name: 'Close' }).at(-1)!)
  page.server.reject(createCarrierLink, { status: 409, code: 'plan_doubtful', errors })
  await page.user.click(screen.getByRole('button', { name: 'Create link' }))
  const asked = await screen.findByLabelText('Reason')
  page.server.on(createCarrierLink, { ...sampleOf(DoorLink), path: '/carrier#token' })
  await page.user.type(asked, 'Agreed{Enter}')
  expect(await screen.findByText(/Copy the link now/)).toBeDefined()
  expect(page.server.bodies(createCarrierLink).at(-1)).toMatchObject({ days: 7, override: { reason: 'Agreed' } })
})
