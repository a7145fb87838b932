import { cleanup } from '@testing-library/react'
import { useState } from 'react'
import { expect, vi } from 'vitest'
import { type Page, screen, test } from '../../testing/page.tsx'
import { TimelineHead } from './head.tsx'
import type { TimelineBar, TimelineRow } from './row.tsx'
import { type Lasting, timelineScale } from './scale.ts'
import { Timeline, type TimelineCursor } from './timeline.tsx'

const day = 86_400_000
/** Monday 23 November 2026, 00:00 in Brussels. */
const monday = Date.parse('2026-11-22T23:00:00Z')

const rows: readonly TimelineRow[] = [
  { key: 'truck-1', title: '1-AAA-111', text: 'Volvo', group: 'Trucks' },
  { key: 'truck-2', title: '1-BBB-222', group: 'Trucks' },
  { key: 'driver-1', title: 'An', group: 'Drivers' },
]

const service: TimelineBar = {
  key: 'service',
  rowKey: 'truck-1',
  start: monday + day,
  end: monday + 2 * day,
  label: 'Service, Tuesday',
  content: 'Service',
  tone: 'amber',
  fill: 'solid',
  isEditable: true,
}

async function show(page: Page, bar: TimelineBar = service) {
  const actions = {
    onOpen: vi.fn<(bar: TimelineBar) => void>(),
    onPulled: vi.fn<(bar: TimelineBar, place: Lasting) => void>(),
    onRemove: vi.fn<(bar: TimelineBar) => void>(),
    onNew: vi.fn<(rowKey: string, place: Lasting) => void>(),
  }
  function Calendar() {
    const [cursor, setCursor] = useState<TimelineCursor>()
    return (
      <Timeline
        label="Unavailability"
        rows={rows}
        bars={[bar]}
        firstDay={monday}
        days={7}
        now={monday + day / 2}
        side="Resource"
        cursor={cursor}
        onCursor={setCursor}
        {...actions}
      />
    )
  }
  await page.show(<Calendar />)
  return { ...actions, bar: screen.getByRole('button', { name: bar.label }), grid: screen.getByRole('grid') }
}

test('rows are under the names of their groups, with how many there are', async ({ page }) => {
  await show(page)
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Trucks2',
    '1-AAA-111Volvo',
    '1-BBB-222',
    'Drivers1',
    'An',
  ])
})

test('Enter opens the item on the day of the cursor, and a bar too short to be hit is skipped by the Tab key', async ({
  page,
}) => {
  const short = { ...service, end: service.start + 3_600_000 }
  const { grid, bar, onOpen } = await show(page, short)
  expect(bar.tabIndex).toBe(-1)
  grid.focus()
  await page.user.keyboard('{ArrowDown}{Enter}')
  expect(onOpen).not.toHaveBeenCalled()
  const steps = Math.floor((short.start - monday) / day)
  await page.user.keyboard(`${'{ArrowRight}'.repeat(steps)}{Enter}`)
  expect(onOpen).toHaveBeenCalledWith(short)
})

test('arrows choose a row and a day, and N adds something on that day', async ({ page }) => {
  const { grid, onNew } = await show(page)
  grid.focus()
  await page.user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}n')
  expect(screen.getByRole('gridcell', { name: /Wednesday,? 25 November 2026|November 25, 2026/ })).toBeDefined()
  expect(onNew.mock.calls).toEqual([['truck-2', { start: monday + 2 * day, end: monday + 3 * day }]])
})

test('the cursor stays within the rows and the days', async ({ page }) => {
  const { grid, onNew } = await show(page)
  grid.focus()
  await page.user.keyboard('{ArrowDown}{ArrowUp}{ArrowLeft}{PageDown}n')
  expect(onNew.mock.calls).toEqual([['driver-1', { start: monday, end: monday + day }]])
})

test('on a bar Enter opens, Alt and an arrow moves it, with Shift its end, and Delete removes it', async ({ page }) => {
  const { bar, onOpen, onPulled, onRemove } = await show(page)
  bar.focus()
  await page.user.keyboard('{Enter}{Alt>}{ArrowRight}{/Alt}{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}{Delete}')
  expect(onOpen.mock.calls).toEqual([[service]])
  expect(onPulled.mock.calls.map(([, place]) => place)).toEqual([
    { start: monday + 2 * day, end: monday + 3 * day },
    { start: monday + day, end: monday + 3 * day },
  ])
  expect(onRemove.mock.calls).toEqual([[service]])
})

test('a row grows with overlapping bars, so that each is high enough to be hit', async ({ page }) => {
  const other = { ...service, key: 'trip', label: 'Trip' }
  const bars = [service, other, { ...other, key: 'third', label: 'Third' }]
  await page.show(
    <Timeline
      {...{ label: 'Calendar', rows, bars, firstDay: monday, days: 7, now: monday, side: '', cursor: undefined }}
      onCursor={() => {}}
      onOpen={() => {}}
    />,
  )
  const heights = ['Service, Tuesday', 'Trip', 'Third'].map((name) =>
    Number.parseFloat(screen.getByRole('button', { name }).style.height),
  )
  expect(heights).toEqual([24, 24, 24])
  expect(screen.getByRole('row', { name: /1-BBB-222/ }).style.height).toBe('40px')
})

test('a bar that cannot be changed can only be opened', async ({ page }) => {
  const { bar, onOpen, onPulled, onRemove } = await show(page, { ...service, isEditable: false })
  bar.focus()
  await page.user.keyboard('{Alt>}{ArrowRight}{/Alt}{Delete} ')
  expect(onOpen).toHaveBeenCalledOnce()
  expect(onPulled).not.toHaveBeenCalled()
  expect(onRemove).not.toHaveBeenCalled()
})

test('the header shows the month and the days, and marks today', async ({ page }) => {
  await page.show(
    <TimelineHead scale={timelineScale(monday, 7, 80)} sideWidth={200} side="Resource" now={monday + day + 1_000} />,
  )
  expect(screen.getByText('November 2026')).toBeDefined()
  expect(screen.getByText('24').className).toContain('bg-brand')
  expect(screen.getByText('25').className).not.toContain('bg-brand')
})

test('a bar that is too short for its label has it after it, and a longer one has not', async ({ page }) => {
  const aside = () => document.querySelector('.timeline-aside')?.textContent
  await show(page, { ...service, start: monday + day, end: monday + day + 900_000, aside: 'T-7' })
  expect(aside()).toBe('T-7')
  cleanup()
  await show(page, { ...service, start: monday, end: monday + 7 * day, aside: 'T-7' })
  expect(aside()).toBeUndefined()
})
