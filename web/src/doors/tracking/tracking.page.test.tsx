import { getTrackingLogo } from '@cartage/contract/doors/app/logos'
import { getTrackedOrder, TrackedOrder, TrackedStop } from '@cartage/contract/doors/app/tracking'
import { cleanup } from '@testing-library/react'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../../testing/page.tsx'
import { sampleOf } from '../../testing/sample.ts'
import { TrackingPage } from './tracking.page.tsx'

const place = { country: 'BE', time_zone: 'Europe/Brussels' } as const
const open = { planned_at: null, expected_at: null, arrived_at: null, left_at: null, requested_date: null }
const asked = { requested_from: null, requested_to: null, punctuality: null, late_minutes: null }
const order = sampleOf(TrackedOrder, {
  sender: 'Haulier Ltd',
  language: null,
  order_number: 'O-17',
  reference: 'PO 4711',
  state: 'UNDER_WAY',
  stops: [
    sampleOf(TrackedStop, {
      ...{
        ...place,
        ...open,
        ...asked,
        role: 'PICKUP',
        town: 'Genk',
        state: 'DONE',
        planned_at: '2026-05-04T06:00:00Z',
      },
      ...{ arrived_at: '2026-05-04T06:10:00Z', left_at: '2026-05-04T06:40:00Z' },
    }),
    sampleOf(TrackedStop, {
      ...{ ...place, ...open, role: 'DELIVERY', town: 'Gent', state: 'EXPECTED', expected_at: '2026-05-04T10:30:00Z' },
      ...{ requested_date: '2026-05-04', requested_from: '08:00', requested_to: '11:00' },
      ...{ eta_is_estimated: true, punctuality: 'LATE', late_minutes: 90 },
    }),
  ],
})

test('ETA-2, DOOR-9: a tracking page has the state in plain language, and for each stop the town and the best known time', async ({
  page,
}) => {
  const image = 'data:image/png;base64,AAAA'
  page.server.on(getTrackedOrder, order)
  page.server.on(getTrackingLogo, { image })
  await page.show(<TrackingPage />)
  expect(await screen.findByRole('heading', { name: 'Order O-17' })).toBeTruthy()
  await waitFor(() => expect(document.querySelector('header img')?.getAttribute('src')).toBe(image))
  expect(screen.getByText('Haulier Ltd')).toBeTruthy()
  expect(screen.getByText('On the way')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\u202f/g, ' '))).toEqual([
    expect.stringMatching(/Genk, BE.*Pickup.*Arrived Mon,? 4 May.* 08:10, left 08:40.*Planned: Mon,? 4 May.* 08:00/),
    expect.stringMatching(
      /Gent, BE.*Delivery.*Expected Mon,? 4 May.* 12:30 \(estimated\)Late by 1 hr,? 30 mins?Requested for Mon,? 4 May.* 08:00–11:00/,
    ),
  ])
})

test('LINK-3: a link that does not work shows this, without the reason', async ({ page }) => {
  page.server.reject(getTrackedOrder, { status: 401, code: 'unauthenticated' })
  await page.show(<TrackingPage />)
  expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeTruthy()
})

test('LINK-6: the map has a text with the time of the marked position, and is absent without positions', async ({
  page,
}) => {
  const at = { latitude: 51.05, longitude: 3.73 }
  const stops = order.stops.map((stop) => ({ ...stop, ...at }))
  page.server.on(getTrackingLogo, { image: null })
  page.server.on(getTrackedOrder, { ...order, stops, position: { ...at, at: '2026-05-04T08:55:00Z' } })
  await page.show(<TrackingPage />)
  expect(await screen.findByRole('region', { name: 'Map' })).toBeTruthy()
  expect(screen.getByText('Near the marked place at 10:55')).toBeTruthy()
  cleanup()
  page.server.on(getTrackedOrder, {
    ...order,
    stops: stops.map((stop) => ({ ...stop, latitude: null })),
    position: null,
  })
  await page.show(<TrackingPage />)
  await screen.findByRole('heading', { name: 'Order O-17' })
  expect(screen.queryByRole('region', { name: 'Map' })).toBeNull()
})
