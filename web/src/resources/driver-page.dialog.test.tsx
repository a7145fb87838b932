import { createDriverLink, DoorLink, listDriverLinks, revokeDriverLink } from '@cartage/contract/doors/app/links'
import { expect } from 'vitest'
import { screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { DriverPageDialog } from './driver-page.dialog.tsx'

const live = sampleOf(DoorLink, {
  ...{ door_link_id: id(2), door: 'DRIVER', state: 'LIVE', last_used_at: null },
  ...{ created_at: '2026-02-02T08:00:00Z', expires_at: '2026-05-03T08:00:00Z' },
})
const revoked = { ...live, door_link_id: id(3), state: 'REVOKED' as const, last_used_at: '2026-02-01T08:00:00Z' }

test('a new link is shown once, as QR code and to copy', async ({ page }) => {
  page.server.on(listDriverLinks, { items: [] })
  page.server.on(createDriverLink, { ...live, path: '/driver#secret' })
  await page.show(<DriverPageDialog resourceId={id(1)} name="Ann" onClose={() => {}} />)
  expect(await screen.findByText('No links yet.')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeDefined()
  expect(screen.getByText(/\/driver#secret$/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeDefined()
  expect(page.server.requests(createDriverLink)).toMatchObject([{ params: { resource_id: id(1) }, body: { days: 90 } }])
})

test('links show when they were last used, and a valid one can be revoked', async ({ page }) => {
  page.server.on(listDriverLinks, { items: [live, revoked] })
  page.server.on(revokeDriverLink, { ...live, state: 'REVOKED' })
  await page.show(<DriverPageDialog resourceId={id(1)} name="Ann" onClose={() => {}} />)
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first!.textContent).toContain('Not used yet')
  expect(second!.textContent).toContain('Revoked')
  expect(within(second!).queryByRole('button')).toBeNull()
  await page.user.click(within(first!).getByRole('button', { name: 'Revoke' }))
  await waitFor(() =>
    expect(page.server.requests(revokeDriverLink)).toMatchObject([{ params: { door_link_id: id(2) } }]),
  )
})
