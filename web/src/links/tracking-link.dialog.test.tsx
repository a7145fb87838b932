import {
  CreatedDoorLink,
  createTrackingLink,
  DoorLink,
  listTrackingLinks,
  revokeTrackingLink,
} from '@cartage/contract/doors/app/links'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { TrackingLinkDialog } from './tracking-link.dialog.tsx'

const live = sampleOf(DoorLink, { door_link_id: id(2), state: 'LIVE', last_used_at: null, created_by: 'Ann' })
const over = sampleOf(DoorLink, { door_link_id: id(3), state: 'REVOKED', last_used_at: null })

async function show(page: Page, items: DoorLink[]) {
  page.server.on(listTrackingLinks, { items })
  await page.show(<TrackingLinkDialog orderId={id(1)} onClose={() => {}} />)
  return await screen.findByRole('dialog', { name: 'Tracking link' })
}

test('a tracking link is created for some days and can be copied once', async ({ page }) => {
  await show(page, [])
  page.server.on(createTrackingLink, sampleOf(CreatedDoorLink, { path: '/track#token' }))
  await page.user.click(screen.getByRole('button', { name: 'Create link' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
  expect(field.value).toBe(`${window.location.origin}/track#token`)
  expect(page.server.requests(createTrackingLink)).toMatchObject([
    { params: { order_id: id(1) }, body: { days: 30, language: null } },
  ])
})

test('a new link can be copied until it is revoked, whatever happens to others', async ({ page }) => {
  const other = { ...live, door_link_id: id(4) }
  await show(page, [live, other])
  page.server.on(createTrackingLink, sampleOf(CreatedDoorLink, { ...live, path: '/track#token' }))
  await page.user.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByRole('textbox', { name: 'Link' })
  const revoke = async (at: number) => {
    await page.user.click(screen.getAllByRole('button', { name: 'Revoke' })[at]!)
    await expect.poll(() => page.server.requests(revokeTrackingLink)).toHaveLength(2 - at)
  }
  page.server.on(revokeTrackingLink, { ...other, state: 'REVOKED' })
  await revoke(1)
  expect(screen.getByRole('textbox', { name: 'Link' })).toBeDefined()
  await revoke(0)
  await expect.poll(() => screen.queryByRole('textbox', { name: 'Link' })).toBeNull()
})

test('a valid link can be revoked, and an invalid one has no button', async ({ page }) => {
  await show(page, [live, over])
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Works.*Ann.*Never used/),
    expect.stringMatching(/^Revoked/),
  ])
  expect(within(rows[1]!).queryByRole('button')).toBeNull()
  page.server.on(revokeTrackingLink, { ...live, state: 'REVOKED' })
  await page.user.click(within(rows[0]!).getByRole('button', { name: 'Revoke' }))
  expect(page.server.requests(revokeTrackingLink)).toMatchObject([{ params: { order_id: id(1), door_link_id: id(2) } }])
})
