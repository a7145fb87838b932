import { ApiClient, changeClientAccess } from '@cartage/contract/auth/app/clients'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { sampleOf } from '../testing/sample.ts'
import { AccessDialog } from './access.dialog.tsx'

test('AUTH-12: networks and end date of a client are entered in a dialog', async ({ page }) => {
  const limited = sampleOf(ApiClient, {
    client_id: 'shop',
    name: 'Webshop',
    allowed_networks: ['203.0.113.7'],
    last_day: null,
  })
  page.server.on(changeClientAccess, undefined)
  await page.show(<AccessDialog client={limited} onClose={() => {}} />)
  const field = screen.getByRole('textbox', { name: 'Allowed addresses' })
  await page.user.clear(field)
  await page.user.type(field, '198.51.100.0/24; 2001:db8::/48')
  await page.user.type(screen.getByRole('textbox', { name: 'Last day' }), '2031-06-30')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(page.server.bodies(changeClientAccess)).toEqual([
      { allowed_networks: ['198.51.100.0/24', '2001:db8::/48'], last_day: '2031-06-30' },
    ]),
  )
})
