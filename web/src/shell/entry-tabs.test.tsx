import { permissions } from '@cartage/contract/endpoint'
import { expect, test as pure } from 'vitest'
import { screen, test, within } from '../testing/page.tsx'
import { EntryTabs } from './entry-tabs.tsx'
import { entryOf, openPlace, permissionFor, placesFor } from './navigation.ts'

test('pages for developers have tabs to each other, and the open one is marked', async ({ page }) => {
  await page.show(<EntryTabs permissions={permissions} />, '/settings/receivers')
  const tabs = within(screen.getByRole('navigation', { name: 'Developers' }))
  expect(tabs.getByRole('link', { name: 'Webhook endpoints' }).getAttribute('aria-current')).toBe('page')
  expect(tabs.getByRole('link', { name: 'Events' }).getAttribute('aria-current')).toBeNull()
  expect(tabs.getByRole('link', { name: 'Guides' }).getAttribute('href')).toBe('/help')
})

test('a role has tabs only for pages it may open, and other pages have none', async ({ page }) => {
  await page.show(<EntryTabs permissions={['session.use', 'event.read']} />, '/events')
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Events',
    'Guides',
    'API reference',
  ])
  await page.show(<EntryTabs permissions={permissions} />, '/orders')
  expect(screen.getAllByRole('navigation')).toHaveLength(1)
})

pure.each([
  ['/orders/new', '/orders', 'order.write'],
  ['/settings/usage', '/settings/usage', 'delivery.read'],
  ['/settings/users', '/settings', 'setting.read'],
  ['/resources/calendar', '/resources/calendar', 'resource.read'],
])('%s belongs to the entry of %s and takes %s', (address, to, permission) => {
  expect(openPlace(placesFor(permissions), address)?.to).toBe(to)
  expect(permissionFor(address)).toBe(permission)
})

pure('only developers have one entry for several pages', () => {
  const groups = placesFor(permissions)
  expect(entryOf(groups, openPlace(groups, '/deliveries'))?.title.message).toBe('Developers')
  expect(entryOf(groups, openPlace(groups, '/money'))).toBeUndefined()
})
