import { getOrderTemperature, TemperatureRecord } from '@cartage/contract/temperatures/app'
import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { OrderTemperature } from './section.tsx'

const range = { least: 2, most: 7 }
const of = { order_id: id(1), trip_id: id(2), resource_id: id(3), resource_name: 'Trailer 1' }
const leg = {
  ...{ ...of, order_number: 'O-1', trip_name: 'T-1', from: '2026-11-29T08:00:00Z', until: '2026-11-29T12:00:00Z' },
  measurements: [
    { at: '2026-11-29T09:00:00Z', degrees: 5, reading: 'INSIDE' as const },
    { at: '2026-11-29T10:00:00Z', degrees: 12, reading: 'OUTSIDE' as const },
    { at: '2026-11-29T11:00:00Z', degrees: -273, reading: 'IMPOSSIBLE' as const },
  ],
}

test('TEMP-1: an excursion is listed with its worst temperature, and impossible values are counted and not drawn', async ({
  page,
}) => {
  const times = { from: '2026-11-29T10:00:00Z', until: '2026-11-29T10:40:00Z', minutes: 40 }
  const excursion = { ...of, ...times, range, worst_degrees: 14.5, is_over: false, is_seen: false }
  const record = { ranges: [range], tolerance_degrees: 2, tolerated_minutes: 30, legs: [leg], excursions: [excursion] }
  page.server.on(getOrderTemperature, sampleOf(TemperatureRecord, record))
  await page.show(<OrderTemperature orderId={id(1)} />)
  expect((await screen.findByText('14.5 °C')).className).toContain('text-red')
  expect(screen.getByText('going on')).toBeDefined()
  expect(screen.getByText(/5 °C – 12 °C/).textContent).toContain('1 without a possible value')
  expect(screen.getByRole('link', { name: 'All measurements (CSV)' }).getAttribute('href')).toBe(
    `/app/orders/${id(1)}/temperature/file`,
  )
  expect(screen.getByRole('link', { name: 'Record (PDF)' }).getAttribute('href')).toBe(
    `/app/orders/${id(1)}/temperature/record.pdf`,
  )
})

test('TEMP-1: nothing is shown if no vehicle measured', async ({ page }) => {
  page.server.on(getOrderTemperature, sampleOf(TemperatureRecord, { ranges: [range], legs: [], excursions: [] }))
  await page.show(<OrderTemperature orderId={id(1)} />)
  expect(screen.queryByText('Temperature')).toBeNull()
})
