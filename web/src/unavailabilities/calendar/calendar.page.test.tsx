import { AppResourceGroup, listGroupSettings } from '@cartage/contract/resources/app/groups'
import {
  CalendarResource,
  Clash,
  changeUnavailability,
  getCalendar,
  UnavailabilityRecord,
} from '@cartage/contract/unavailabilities/app/calendar'
import { expect } from 'vitest'
import { screen, test, waitFor, within } from '../../testing/page.tsx'
import '../../testing/sized.ts'
import { id, sampleOf } from '../../testing/sample.ts'
import { calendarRoute } from '../routes.ts'
import { ClashPanel } from './clash.panel.tsx'

const ann = sampleOf(CalendarResource, { resource_id: id(1), resource_type: 'DRIVER', name: 'Ann Peeters' })
const absences = sampleOf(UnavailabilityRecord, {
  id: id(2),
  resource_id: id(1),
  start_time: '2026-03-02T23:00:00Z',
  end_time: '2026-03-03T23:00:00Z',
  reason: 'DRIVER_HOLIDAY',
})
const clash = sampleOf(Clash, {
  unavailability_id: id(2),
  resource_id: id(1),
  resource_name: 'Ann Peeters',
  reason: 'DRIVER_HOLIDAY',
  trip_id: id(3),
  trip_name: 'T-7',
  from: '2026-03-03T06:00:00Z',
  to: '2026-03-03T08:00:00Z',
})
const calendar = { resources: [ann], unavailabilities: [absences], trips: [], clashes: [clash] }
const address = '/resources/calendar?from=2026-03-02'

test('two weeks from the Monday of the address are requested and shown by resource', async ({ page }) => {
  page.server.on(listGroupSettings, { items: [] })
  page.server.on(getCalendar, calendar)
  await page.open(calendarRoute, address)
  expect(await screen.findByText('Ann Peeters')).toBeDefined()
  expect(screen.getByRole('button', { name: /conflicts with a trip/ })).toBeDefined()
  expect(page.server.requests(getCalendar)[0]?.query).toMatchObject({
    start_time: '2026-03-01T23:00:00.000Z',
    end_time: '2026-03-15T23:00:00.000Z',
  })
})

test('Later, a span and the conflicts are kept in the address', async ({ page }) => {
  page.server.on(listGroupSettings, { items: [] })
  page.server.on(getCalendar, calendar)
  await page.open(calendarRoute, address)
  await screen.findByText('Ann Peeters')
  await page.user.click(screen.getByRole('button', { name: /^Later/ }))
  await waitFor(() => expect(page.address).toContain('from=2026-03-16'))
  await page.user.click(screen.getByRole('button', { name: 'Week' }))
  await waitFor(() => expect(page.address).toContain('span=week'))
  await page.user.click(screen.getByRole('button', { name: '1 conflict' }))
  await waitFor(() => expect(page.address).toContain('clashes=true'))
})

test('the chosen type and group filter the rows and are kept in the address', async ({ page }) => {
  const van = sampleOf(CalendarResource, { resource_id: id(7), resource_type: 'VAN', name: 'Van 3', group_id: id(9) })
  page.server.on(listGroupSettings, { items: [sampleOf(AppResourceGroup, { id: id(9), name: 'Parcels' })] })
  page.server.on(getCalendar, { ...calendar, resources: [ann, van] })
  await page.open(calendarRoute, address)
  await screen.findByText('Van 3')
  await page.addFilter('Type')
  await page.user.click(await screen.findByRole('menuitemcheckbox', { name: /^Driver/ }))
  await waitFor(() => expect(screen.queryByText('Van 3')).toBeNull())
  expect(page.address).toContain('type=DRIVER')
  await page.user.keyboard('{Escape}')
  await page.addFilter('Group')
  await page.user.click(await screen.findByRole('menuitemcheckbox', { name: /^Parcels/ }))
  expect(await screen.findByText('No resource matches all filters.')).toBeDefined()
})

test('a conflict in the panel moves the calendar to its day, without filters', async ({ page }) => {
  page.server.on(listGroupSettings, { items: [] })
  page.server.on(getCalendar, calendar)
  await page.open(calendarRoute, '/resources/calendar?from=2026-05-04&q=van&clashes=true')
  const panel = within(await screen.findByRole('complementary', { name: 'Conflicts' }))
  await page.user.click(await panel.findByRole('button', { name: /^Ann Peeters/ }))
  await waitFor(() => expect(page.address).toContain('from=2026-03-02'))
  expect(page.address).not.toContain('q=')
  expect(page.server.requests(getCalendar).at(-1)?.query.start_time).toBe('2026-03-01T23:00:00.000Z')
  await page.user.click(panel.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

test('the panel shows when there are no conflicts, and marks the open one', async ({ page }) => {
  const panel = (clashes: Clash[]) => (
    <ClashPanel clashes={clashes} openId={id(2)} onClose={() => {}} onShow={() => {}} />
  )
  const { unmount } = await page.show(panel([]))
  expect(screen.getByText('No conflicts')).toBeDefined()
  unmount()
  await page.show(panel([clash, { ...clash, unavailability_id: id(8), trip_name: 'T-8' }]))
  const current = screen.getAllByRole('button', { name: /Trip T-/ }).map((one) => one.getAttribute('aria-current'))
  expect(current).toEqual(['true', 'false'])
})

test('a person who may only read cannot edit', async ({ page }) => {
  page.signIn({ role: 'VIEWER' })
  page.server.on(listGroupSettings, { items: [] })
  page.server.on(getCalendar, calendar)
  await page.open(calendarRoute, address)
  await screen.findByText('Ann Peeters')
  expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
})

test('an unavailability is opened, edited and sent as a whole', async ({ page }) => {
  page.server.on(listGroupSettings, { items: [] })
  page.server.on(getCalendar, calendar)
  page.server.on(changeUnavailability, absences)
  await page.open(calendarRoute, address)
  await page.user.dblClick(await screen.findByRole('button', { name: /conflicts with a trip/ }))
  await page.user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Spain')
  await page.user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(page.server.requests(changeUnavailability)).toHaveLength(1))
  expect(page.server.bodies(changeUnavailability)[0]).toMatchObject({
    start_time: '2026-03-02T23:00:00Z',
    end_time: '2026-03-03T23:00:00Z',
    reason: 'DRIVER_HOLIDAY',
    description: 'Spain',
  })
})

test('filters without a matching resource show this, and an empty fleet explains how to add rows', async ({ page }) => {
  page.server.on(listGroupSettings, { items: [] })
  page.server.on(getCalendar, calendar)
  const { unmount } = await page.open(calendarRoute, `${address}&q=none-of-this-name`)
  expect(await screen.findByText('No resource matches all filters.')).toBeDefined()
  unmount()
  page.queries.removeQueries({ queryKey: ['resources'] })
  page.server.on(getCalendar, { ...calendar, resources: [] })
  await page.open(calendarRoute, address)
  expect(await screen.findByText('No resources yet')).toBeDefined()
})

test('a calendar that cannot be loaded is loaded again with the button', async ({ page }) => {
  page.server.on(listGroupSettings, { items: [] })
  page.server.disconnect(getCalendar)
  await page.open(calendarRoute, address)
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listGroupSettings, { items: [] })
  page.server.on(getCalendar, calendar)
  await page.user.click(retry)
  expect(await screen.findByText('Ann Peeters')).toBeDefined()
})
