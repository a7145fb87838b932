import { Dispatch, DispatchDestination, dispatchTrip, listDispatchDestinations } from '@cartage/contract/dispatch/app'
import { listCarrierLinks } from '@cartage/contract/doors/app/links'
import { TripRecord } from '@cartage/contract/trips/app/record'
import { expect, vi } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { DispatchDialog } from './dispatch.dialog.tsx'

const record = sampleOf(TripRecord, { trip: { trip_id: id(1), name: 'T-7' } })
const partner = (members: Members<DispatchDestination>) =>
  sampleOf(DispatchDestination, { kind: 'SUBCO', subscription_id: id(5), ...members })

test('only partners that take trips and can be reached are offered, and the chosen one is dispatched to', async ({
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

test('a rejected dispatch says why and leaves the dialog open', async ({ page }) => {
  const onClose = vi.fn<() => void>()
  page.server.on(listDispatchDestinations, { items: [] })
  page.server.reject(dispatchTrip, { status: 409, code: 'no_destination', message: 'The trip has no carrier.' })
  await page.show(<DispatchDialog record={record} onClose={onClose} />)
  await page.user.click(screen.getByRole('button', { name: 'Dispatch trip' }))
  expect(await screen.findByText(/The trip has no carrier/)).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

test('a second click while it is dispatched sends nothing twice', async ({ page }) => {
  page.server.on(listDispatchDestinations, { items: [] })
  const respond = page.server.hold(dispatchTrip, sampleOf(Dispatch))
  await page.show(<DispatchDialog record={record} onClose={() => {}} />)
  await page.user.dblClick(screen.getByRole('button', { name: 'Dispatch trip' }))
  respond()
  await screen.findByText('Trip T-7 dispatched')
  expect(page.server.requests(dispatchTrip)).toHaveLength(1)
})

test('a carrier without a channel is offered a link right there', async ({ page }) => {
  page.server.on(listDispatchDestinations, {
    items: [partner({ dispatch_destination_id: id(2), name: 'Fast Freight', subcontractor_id: id(9) })],
  })
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
