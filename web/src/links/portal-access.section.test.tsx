import {
  CreatedPortalLink,
  createPortalLink,
  listPortalLinks,
  PortalLink,
  revokePortalLink,
} from '@cartage/contract/doors/app/portal-links'
import { expect } from 'vitest'
import { screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { PortalAccessSection } from './portal-access.section.tsx'

const ann = sampleOf(PortalLink, {
  door_link_id: id(2),
  state: 'LIVE',
  person_name: 'Ann',
  person_email: 'ann@a.example',
})
const bob = sampleOf(PortalLink, { door_link_id: id(3), state: 'REVOKED', person_name: 'Bob' })

test('PORTAL-1: a person is invited and the link can be copied once; a valid link is revoked separately', async ({
  page,
}) => {
  page.server.on(listPortalLinks, { items: [ann, bob] })
  await page.show(<PortalAccessSection companyId={id(1)} isArchived={false} />)
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Works.*Ann.*ann@a.example.*Never used/),
    expect.stringMatching(/^Revoked.*Bob/),
  ])
  expect(within(rows[1]!).queryByRole('button')).toBeNull()
  page.server.on(revokePortalLink, { ...ann, state: 'REVOKED' })
  await page.user.click(within(rows[0]!).getByRole('button', { name: 'Revoke' }))
  expect(page.server.requests(revokePortalLink)).toMatchObject([{ params: { company_id: id(1), door_link_id: id(2) } }])
  page.server.on(createPortalLink, sampleOf(CreatedPortalLink, { path: '/portal#token' }))
  await page.user.click(screen.getByRole('button', { name: 'Invite person' }))
  await page.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Cas')
  await page.user.click(screen.getByRole('button', { name: 'Create link' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
  expect(field.value).toBe(`${window.location.origin}/portal#token`)
  expect(page.server.requests(createPortalLink)).toMatchObject([
    { params: { company_id: id(1) }, body: { person_name: 'Cas', person_email: null, days: 90, language: null } },
  ])
})

test('an archived customer has no one to invite', async ({ page }) => {
  page.server.on(listPortalLinks, { items: [] })
  await page.show(<PortalAccessSection companyId={id(1)} isArchived />)
  expect(await screen.findByText('No one at this customer has a portal link.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
