import { listSavedViews } from '@cartage/contract/app/saved-views'
import {
  countLogEntries,
  EventDetail,
  getLogEntry,
  ListedEvent,
  listLogEntries,
  RecentEvent,
} from '@cartage/contract/events/app'
import { useQuery } from '@tanstack/react-query'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { EventsList } from './record.list.tsx'
import { eventsRoute } from './routes.ts'

const row = sampleOf(ListedEvent, {
  event_id: id(1),
  type: 'order.accepted',
  order_number: 'O-7',
  entity_type: 'order',
  entity_name: 'O-7',
})

async function open(page: Page, address: string, items: (typeof row)[] | 'unreachable' = [row]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countLogEntries, { ...sampleOf(countLogEntries.response), by_type: { 'trip.planned': 4 } })
  if (items === 'unreachable') page.server.disconnect(listLogEntries)
  else
    page.server.on(listLogEntries, ({ query }) => ({
      ...sampleOf(listLogEntries.response),
      items,
      total: items.length,
      last_position: 41,
      newer: query?.until === undefined ? 0 : 3,
    }))
  return await page.open(eventsRoute, address)
}

test('the rows show the loaded data', async ({ page }) => {
  await open(page, '/events')
  expect(await screen.findAllByText('O-7')).not.toHaveLength(0)
})

test('the filters in the address are requested', async ({ page }) => {
  await open(page, '/events?q=O-7')
  await screen.findAllByText('O-7')
  expect(page.server.requests(listLogEntries)[0]?.query).toMatchObject({ q: 'O-7' })
})

test('AUDIT-11: rows and counts are of the days in the address', async ({ page }) => {
  await open(page, '/events?from=2026-11-24&to=2026-11-24&type=trip.planned')
  await screen.findAllByText('O-7')
  const span = { from: '2026-11-23T23:00:00Z', to: '2026-11-24T23:00:00Z' }
  expect(page.server.requests(listLogEntries)[0]?.query).toMatchObject({ ...span, type: 'trip.planned' })
  await waitFor(() => expect(page.server.requests(countLogEntries).at(-1)?.query).toEqual(span))
})

test('a list without rows explains this, and under filters that nothing matches them', async ({ page }) => {
  const { unmount } = await open(page, '/events', [])
  expect(await screen.findByText('No events yet')).toBeDefined()
  unmount()
  await open(page, '/events?q=O-7', [])
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again with the button', async ({ page }) => {
  await open(page, '/events', 'unreachable')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listLogEntries, { ...sampleOf(listLogEntries.response), items: [row], total: 1 })
  await page.user.click(retry)
  expect(await screen.findAllByText('O-7')).not.toHaveLength(0)
})

test('the log is paused at its end and resumed, and shows the number of new events meanwhile', async ({ page }) => {
  await open(page, '/events?q=O-7')
  expect(await screen.findByText('Live')).toBeDefined()
  await screen.findAllByText('O-7')
  await page.user.click(screen.getByRole('button', { name: /^Pause/ }))
  expect(await screen.findByText('Paused: 3 new')).toBeDefined()
  expect(page.address).toBe('/events?q=O-7&until=41')
  expect(page.server.requests(listLogEntries).at(-1)?.query).toMatchObject({ q: 'O-7', until: '41' })
  await page.user.click(screen.getByRole('button', { name: /^Resume/ }))
  await waitFor(() => expect(page.address).toBe('/events?q=O-7'))
})

test('selectable types are those of the chosen objects, with their counts', async ({ page }) => {
  await open(page, '/events?level=trip')
  await page.addFilter('Type')
  const types = (await screen.findAllByRole('menuitemcheckbox')).map(({ textContent }) => textContent)
  expect(types).toContain('Trip planned4')
  expect(types.some((text) => text?.startsWith('Order'))).toBe(false)
  await page.user.click(screen.getByRole('menuitemcheckbox', { name: /^Trip planned/ }))
  await waitFor(() => expect(page.address).toBe('/events?level=trip&type=trip.planned'))
})

const delivery = { event_id: id(1), subscription_id: id(5), receiver: 'Shipper', attempts: 2, last_status: 500 }
const detail: EventDetail = {
  ...sampleOf(EventDetail, { event_id: id(1), event_type: 'order.accepted', entity_type: 'order', entity_id: id(2) }),
  order_id: id(2),
  order_number: 'ORD-7',
  payload: { order_number: 'ORD-7' },
}

test('an event is shown with its record, its deliveries and its payload', async ({ page }) => {
  const element = EventDetail.shape.sent_to.unwrap().element
  page.server.on(getLogEntry, { ...detail, sent_to: [sampleOf(element, delivery)] })
  await open(page, `/events?peek=${id(1)}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Event' }))
  expect((await panel.findByRole('link', { name: 'ORD-7' })).getAttribute('href')).toBe(`/orders/${id(2)}`)
  expect(panel.getByRole('link', { name: 'Shipper' }).getAttribute('href')).toBe(`/deliveries?peek=${id(1)}.${id(5)}`)
  expect(panel.getByText('2 attempts')).toBeDefined()
  expect(panel.getByRole('figure', { name: 'Message' }).textContent).toContain('"order_number": "ORD-7"')
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.address).toBe('/events'))
})

test('an event without endpoints shows this; without permission deliveries are not mentioned', async ({ page }) => {
  page.server.on(getLogEntry, { ...detail, sent_to: [] })
  const { unmount } = await open(page, `/events?peek=${id(1)}`)
  expect(await screen.findByText('No endpoint subscribes to this event type.')).toBeDefined()
  unmount()
  page.queries.removeQueries({ queryKey: ['events'] })
  page.server.on(getLogEntry, { ...detail, sent_to: null })
  await open(page, `/events?peek=${id(1)}`)
  await screen.findByText('ORD-7', { selector: 'aside a' })
  expect(screen.queryByText('Webhook deliveries')).toBeNull()
})

test('an event that cannot be loaded is loaded again with the button', async ({ page }) => {
  page.server.disconnect(getLogEntry)
  await open(page, `/events?peek=${id(1)}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Event' }))
  const again = await panel.findByRole('button', { name: 'Try again' })
  page.server.on(getLogEntry, detail)
  await page.user.click(again)
  expect(await panel.findByRole('link', { name: 'ORD-7' })).toBeDefined()
})

test('the events of a record link to the log for users who may read it', async ({ page }) => {
  const event = sampleOf(RecentEvent, { event_id: id(1), type: 'Stop', entity_id: id(2), entity_name: 'Gent' })
  function List({ items }: { items: RecentEvent[] }) {
    return <EventsList query={useQuery({ queryKey: ['record', items.length], queryFn: async () => ({ items }) })} />
  }
  const { unmount } = await page.show(<List items={[event]} />)
  expect((await screen.findByRole('link')).getAttribute('href')).toBe(`/events?q=${id(2)}&peek=${id(1)}`)
  unmount()
  page.signIn({ role: 'SUPER_ADMIN', without: ['event.read'] })
  const { unmount: leave } = await page.show(<List items={[event]} />)
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('Object')
  expect(await screen.findByText('Gent')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
  leave()
  await page.show(<List items={[]} />)
  expect(await screen.findByText('No events yet')).toBeDefined()
})
