import {
  Dispatch,
  DispatchRevision,
  listDispatchDestinations,
  listTripDispatches,
  resendDispatch,
} from '@cartage/contract/dispatch/app'
import { getTripAnswer } from '@cartage/contract/dispatch/app/answers'
import { TripRecord } from '@cartage/contract/trips/app/record'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { DispatchTab } from './dispatch.tab.tsx'

const record = sampleOf(TripRecord, { trip: { trip_id: id(1), name: 'T-7' } })
const revision = (number: number, members: Members<DispatchRevision> = {}) =>
  sampleOf(DispatchRevision, { revision: number, status: 'SENT', operation: 'UPDATE', ...members })
const first = revision(1, { operation: 'CREATE' })
const dispatch = (members: Members<Dispatch> = {}) =>
  sampleOf(Dispatch, {
    dispatch_id: id(2),
    trip_id: id(1),
    destination_name: 'Fast Freight',
    is_open: true,
    revisions: [first],
    ...members,
  })

async function show(page: Page, items: Dispatch[]) {
  page.server.on(listTripDispatches, { items })
  page.server.on(getTripAnswer, { standing: null })
  const shown = await page.show(<DispatchTab record={record} />)
  if (items[0]) await screen.findByRole('region', { name: items[0].destination_name })
  return shown
}
const carrier = () => within(screen.getByRole('region', { name: 'Fast Freight' }))
const messages = () => carrier().getAllByRole('listitem')

test('a trip that was not dispatched shows this', async ({ page }) => {
  await show(page, [])
  expect(await screen.findByText('Not dispatched yet')).toBeDefined()
  expect(page.server.requests(listTripDispatches)).toMatchObject([{ params: { trip_id: id(1) } }])
})

test('a trip is dispatched from its empty tab, once it is confirmed', async ({ page }) => {
  page.server.on(listTripDispatches, { items: [] })
  page.server.on(getTripAnswer, { standing: null })
  page.server.on(listDispatchDestinations, { items: [] })
  const of = (status: string) => sampleOf(TripRecord, { trip: { trip_id: id(1), name: 'T-7', status } })
  const { unmount } = await page.show(<DispatchTab record={of('CREATED')} />)
  expect(await screen.findByText(/^Confirm the trip/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Dispatch…' })).toBeNull()
  unmount()
  await page.show(<DispatchTab record={of('PLANNED')} />)
  await page.user.click(await screen.findByRole('button', { name: 'Dispatch…' }))
  expect(await screen.findByRole('dialog', { name: 'Dispatch trip T-7' })).toBeDefined()
})

test.for([
  { is_open: false, status: 'SENT', reason: null, word: 'Not with carrier' },
  { is_open: true, status: 'PENDING', reason: null, word: 'Sending' },
  { is_open: true, status: 'FAILED', reason: 'rejected: no truck', word: 'Declined by carrier' },
  { is_open: true, status: 'FAILED', reason: 'The connection was closed.', word: 'Not delivered to carrier' },
] as const)('a carrier whose last message is $status is shown as: $word', async (given, { page }) => {
  const { status, reason } = given
  await show(page, [dispatch({ is_open: given.is_open, revisions: [revision(2, { status, reason }), first] })])
  expect(carrier().getByText(given.word)).toBeDefined()
  if (reason !== null) expect(messages()[0]!.textContent).toContain(reason)
})

test('the changed members of a message are opened, with their former values', async ({ page }) => {
  const difference = [{ path: 'stops.0.note', before: 'Gate 1', after: 'Gate 2' }]
  await show(page, [dispatch({ revisions: [revision(2, { difference, attempts: 3 }), first] })])
  expect(messages()[0]!.textContent).toContain('3 attempts')
  expect(carrier().queryByText('Gate 2')).toBeNull()
  await page.user.click(carrier().getByRole('button', { name: '1 change' }))
  expect(messages()[0]!.textContent).toContain('Gate 1')
  expect(messages()[0]!.textContent).toContain('Gate 2')
  expect(carrier().getByRole('button', { name: '1 change' }).getAttribute('aria-expanded')).toBe('true')
})

test('a carrier with an older version is listed, with pending changes and the reason why they were not sent', async ({
  page,
}) => {
  const pending = { operation: 'UPDATE' as const, difference: [{ path: 'note', before: 'Old', after: 'New' }] }
  await show(page, [dispatch({ trouble: 'The endpoint is paused.', pending, differs_since: '2026-03-02T08:00:00Z' })])
  expect(carrier().getByText('The endpoint is paused.')).toBeDefined()
  expect(carrier().getByText(/^Carrier has an older version/).textContent).toContain('2 Mar')
  expect(carrier().getByText('New')).toBeDefined()
})

test('only the last message is resent, once, and the tab is loaded again', async ({ page }) => {
  await show(page, [dispatch({ revisions: [revision(2), first] })])
  expect(carrier().getAllByRole('button', { name: 'Resend' })).toHaveLength(1)
  const respond = page.server.hold(resendDispatch, first)
  await page.user.dblClick(carrier().getByRole('button', { name: 'Resend' }))
  respond()
  await screen.findByText('Message 2 queued for resend')
  expect(page.server.requests(resendDispatch)).toMatchObject([{ params: { dispatch_id: id(2), revision: '2' } }])
  expect(page.server.requests(listTripDispatches)).toHaveLength(2)
})

test('a resend that the server rejects shows the reason', async ({ page }) => {
  await show(page, [dispatch()])
  page.server.reject(resendDispatch, { status: 409, code: 'conflict', message: 'The carrier has a later message.' })
  await page.user.click(carrier().getByRole('button', { name: 'Resend' }))
  expect(await screen.findAllByText('The carrier has a later message.')).not.toHaveLength(0)
})

test('an expired message, and any message without the permission to dispatch, cannot be resent', async ({ page }) => {
  const { unmount } = await show(page, [dispatch({ revisions: [revision(1, { status: 'EXPIRED' })] })])
  expect(carrier().queryByRole('button', { name: 'Resend' })).toBeNull()
  unmount()
  page.queries.removeQueries({ queryKey: ['trips'] })
  page.signIn({ role: 'SUPER_ADMIN', without: ['dispatch.write'] })
  await show(page, [dispatch()])
  expect(carrier().queryByRole('button', { name: 'Resend' })).toBeNull()
})

test('a tab that cannot be loaded is loaded again with the button', async ({ page }) => {
  page.server.disconnect(listTripDispatches)
  page.server.on(getTripAnswer, { standing: null })
  await page.show(<DispatchTab record={record} />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  page.server.on(listTripDispatches, { items: [dispatch()] })
  await page.user.click(retry)
  expect(await screen.findByText('Fast Freight')).toBeDefined()
})
