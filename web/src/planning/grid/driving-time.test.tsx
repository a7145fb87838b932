import { type DrivingTime, listDrivingTimes } from '@cartage/contract/planning/app/board'
import { expect } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { id } from '../../testing/sample.ts'
import { timelineScale } from '../../ui/timeline/scale.ts'
import { HoursOfDriver, WeekOfDriving } from './driving-time.tsx'
import { hoursBlocks } from './hours-block.ts'

const monday = Date.parse('2026-03-01T23:00:00Z')
const sunday = monday + 7 * 86_400_000

const rest_by = '2026-03-03T19:00:00Z'
const days = [
  { date: '2026-03-03', driving_minutes: 390, limit_minutes: 540, rest_by },
  { date: '2026-03-04', driving_minutes: 630, limit_minutes: 600, rest_by },
]
const week = { starts_on: '2026-03-02', driving_minutes: 1_020, limit_minutes: 3_360 }
const weeks = [{ ...week, fortnight_minutes: 2_040, fortnight_limit_minutes: 5_400 }]
const [start_at, end_at] = ['2026-03-03T19:00:00Z', '2026-03-04T06:00:00Z']
const hours: DrivingTime = {
  ...{ resource_id: id(21), days, weeks, source: 'CARD', known_until: '2026-03-03T09:00:00Z' },
  pauses: [{ kind: 'DAILY_REST', start_at, end_at }],
  faults: [{ trip_id: id(1), stop_id: id(2), at: end_at, article: '6(1)', message: 'Ann would drive too long.' }],
}

test('HOURS-5: a row shows the remaining driving time, breaks and rests, and violations', async ({ page }) => {
  page.server.on(listDrivingTimes, { items: [hours] })
  const block = hoursBlocks([id(21)], monday, sunday).get(id(21))!
  const drawn = { scale: timelineScale(monday, 7, 200), sideWidth: 204, from: 0, to: 2_000 }
  await page.show(
    <>
      <WeekOfDriving block={block} driverId={id(21)} />
      <HoursOfDriver block={block} driverId={id(21)} {...drawn} />
    </>,
  )
  expect(await screen.findByText(/: 6 h 30 of 9 h driving time, 2 h 30 left, rest due by Tue/)).toBeDefined()
  expect(screen.getByText(/: 10 h 30 of 10 h driving time, 0 h 30 too much/)).toBeDefined()
  expect(screen.getByText(/^Week: 17 h of 56 h driving time, 39 h left \(driver card until/)).toBeDefined()
  expect(screen.getByText(/Two weeks: 34 h of 90 h driving time, 56 h left/)).toBeDefined()
  const rest = screen.getByText(/^Daily rest, Tue .* – Wed /).parentElement!
  expect(Number.parseFloat(rest.style.left)).toBeCloseTo(204 + 200 + 200 * (20 / 24), 3)
  expect(screen.getByText('Ann would drive too long.')).toBeDefined()
})

test('HOURS-5: drivers of consecutive rows are read together', () => {
  const ids = Array.from({ length: 25 }, (_, at) => id(at))
  const block = hoursBlocks(ids, monday, sunday)
  expect(block.get(ids[0]!)).toEqual(block.get(ids[19]!))
  expect(block.get(ids[20]!)!.driverIds).toEqual(ids.slice(20))
})
