import { listTripDriverActs, type TripDriverAct } from '@cartage/contract/doors/app/driver'
import { BoardPlace } from '@cartage/contract/planning/app/board'
import { PlannedStop } from '@cartage/contract/planning/app/trip'
import { TripRecord } from '@cartage/contract/trips/app/record'
import { expect } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { DriverTab } from './driver.tab.tsx'

const record = sampleOf(TripRecord, {
  places: [sampleOf(BoardPlace, { location_id: id(4), name: 'Depot' })],
  trip: { trip_id: id(1), stops: [sampleOf(PlannedStop, { stop_id: id(2), location_id: id(4) })] },
})
const act: TripDriverAct = {
  ...{ act_id: id(5), stop_id: id(2), kind: 'SEAL', outcome: 'APPLIED', reason: null, driver_name: 'Ann' },
  ...{ happened_at: '2026-02-02T08:00:00Z', device_at: '2026-02-02T07:00:00Z', sent_at: '2026-02-02T09:29:00Z' },
  ...{ received_at: '2026-02-02T10:29:00Z', clock_offset_ms: 3_600_000, detail: { seal_numbers: ['S-1', 'S-2'] } },
  document_id: null,
}

test('reports have both times, a wrong clock of the phone, and their content', async ({ page }) => {
  const photo: TripDriverAct = {
    ...{ ...act, act_id: id(6), kind: 'PHOTO', outcome: 'REFUSED', reason: 'The stop is gone.' },
    ...{ clock_offset_ms: 2_000, document_id: id(7), detail: {} },
  }
  page.server.on(listTripDriverActs, { items: [act, photo] })
  await page.show(<DriverTab record={record} />)
  const seals = (await screen.findByText('Seals')).closest('tr')!
  expect(seals.textContent).toMatch(/09:00.*S-1, S-2.*Depot.*Ann.*11:29.*60 minutes slow.*Accepted/)
  const line = screen.getByText('Photo').closest('tr')!
  expect(line.textContent).toContain('The stop is gone.')
  expect(line.textContent).toContain('In the inbox')
  expect(line.textContent).not.toContain('Phone')
  expect(screen.getByRole('link', { name: 'Open photo' }).getAttribute('href')).toBe(`/app/documents/${id(7)}/download`)
})

test('a trip without reports explains how drivers get their page', async ({ page }) => {
  page.server.on(listTripDriverActs, { items: [] })
  await page.show(<DriverTab record={record} />)
  expect(await screen.findByText(/has not reported anything/)).toBeDefined()
})
