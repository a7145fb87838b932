import { listRoles } from '@cartage/contract/auth/app/roles'
import {
  compareConfiguration,
  exportConfiguration,
  getTenantSettings,
  TenantConfiguration,
} from '@cartage/contract/tenants/app/configuration'
import { describe, expect, vi } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { sampleOf } from '../testing/sample.ts'
import { settingsPages } from './routes.ts'

const [, , , limitsRoute, configurationRoute] = settingsPages

async function openLimits(page: Page, limits: TenantConfiguration['limits']) {
  page.server.on(getTenantSettings, { ...sampleOf(TenantConfiguration), limits })
  await page.open(limitsRoute, '/settings/limits')
  return await screen.findByRole('navigation', { name: 'Settings' })
}

describe('the frame of the settings', () => {
  const limits = { is_default: true, general: [], token: [] }
  const links = (nav: HTMLElement) =>
    within(nav)
      .getAllByRole('link')
      .map((link) => link.textContent)

  test('offers every page, and marks the open one', async ({ page }) => {
    const nav = await openLimits(page, limits)
    expect(links(nav)).toEqual([
      'General',
      'Reference data',
      'Mail templates',
      'Users and roles',
      'Sign-in',
      'Personal data',
      'Billing',
      'Exchange rates',
      'Mail server',
      'Booking periods',
      'Dispatch destinations',
      'API clients',
      'Webhook credentials',
      'Telematics connections',
      'Links to documents',
      'Limits',
      'Configuration file',
      'Audit trail',
    ])
    expect(within(nav).getByRole('link', { name: 'Limits' }).getAttribute('aria-current')).toBe('page')
  })

  test('hides pages that the role may not open, and empty groups', async ({ page }) => {
    page.signIn({ role: 'PLANNER' })
    const nav = await openLimits(page, limits)
    expect(links(nav)).toEqual([
      ...['General', 'Reference data', 'Mail templates', 'Personal data'],
      ...['Mail server', 'Dispatch destinations', 'Telematics connections', 'Limits'],
    ])
    expect(within(nav).queryByText('Audit and limits')).toBeNull()
  })
})

describe('the limits', () => {
  const row = (table: string, at: number) => within(screen.getByRole('table', { name: table })).getAllByRole('row')[at]!

  test('are shown by window, in prose', async ({ page }) => {
    const general = [
      { seconds: 1, requests: 50 },
      { seconds: 300, requests: 5_000 },
      { seconds: 86_400, requests: 100_000 },
    ]
    await openLimits(page, { is_default: false, general, token: [{ seconds: 60, requests: 10 }] })
    expect(await screen.findByText('5,000')).toBeDefined()
    expect([1, 2, 3].map((at) => row('All requests', at).textContent)).toEqual([
      '1 second50',
      '5 minutes5,000',
      '24 hours100,000',
    ])
    expect(row('Tokens', 1).textContent).toBe('1 minute10')
    expect(screen.getByText(/Custom limits for this organisation/)).toBeDefined()
  })

  test('that are off show this', async ({ page }) => {
    await openLimits(page, { is_default: true, general: [], token: [{ seconds: 60, requests: 10 }] })
    expect(await screen.findByText('No limit.')).toBeDefined()
    expect(screen.queryByRole('table', { name: 'All requests' })).toBeNull()
    expect(screen.getByText(/Default limits/)).toBeDefined()
  })

  test('are not called the default ones before they are loaded', async ({ page }) => {
    const limits = { is_default: false, general: [], token: [] }
    const respond = page.server.hold(getTenantSettings, { ...sampleOf(TenantConfiguration), limits })
    await page.open(limitsRoute, '/settings/limits')
    expect(await screen.findByRole('table', { name: 'All requests' })).toBeDefined()
    expect(screen.queryByText(/Default limits/)).toBeNull()
    respond()
    expect(await screen.findByText(/Custom limits/)).toBeDefined()
  })

  test('that could not be loaded show the reason, and are loaded again', async ({ page }) => {
    page.server.disconnect(getTenantSettings)
    await page.open(limitsRoute, '/settings/limits')
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByRole('table')).toBeNull()
    page.server.on(getTenantSettings, sampleOf(TenantConfiguration))
    await page.user.click(again)
    expect(await screen.findAllByText('No limit.')).toHaveLength(2)
  })
})

describe('the configuration as a file', () => {
  const file = (text: string, name = 'other.json') => new File([text], name, { type: 'application/json' })

  async function open(page: Page) {
    await page.open(configurationRoute, '/settings/configuration')
    return await screen.findByLabelText<HTMLInputElement>('Compare a file…')
  }

  test('is saved by the browser', async ({ page }) => {
    const blobs: Blob[] = []
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob)
      return 'blob:file'
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    page.server.on(exportConfiguration, { extras: [] })
    await open(page)
    await page.user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(click).toHaveBeenCalledOnce())
    expect(JSON.parse(await blobs[0]!.text())).toEqual({ extras: [] })
    create.mockRestore()
    click.mockRestore()
  })

  test('that could not be loaded shows the reason', async ({ page }) => {
    await open(page)
    page.server.disconnect(exportConfiguration)
    await page.user.click(screen.getByRole('button', { name: 'Export' }))
    expect(await screen.findAllByText('Cannot reach the server')).not.toHaveLength(0)
  })

  test('is compared with a file: entries to add, update and archive', async ({ page }) => {
    const input = await open(page)
    page.server.on(compareConfiguration, {
      items: [
        { kind: 'tenant', action: 'changed', name: null, before: { currency: 'EUR' }, after: { currency: 'GBP' } },
        { kind: 'extras', action: 'added', name: 'CRANE', before: null, after: { name: 'Crane' } },
        { kind: 'departments', action: 'archived', name: 'SEA', before: { name: 'Sea' }, after: null },
      ],
    })
    await page.user.upload(input, file('{"extras":[]}'))
    expect(await screen.findByText('3 differences.')).toBeDefined()
    expect(page.server.bodies(compareConfiguration)).toEqual([{ extras: [] }])
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringMatching(/Updated.*General.*Organisation settings.*currency.*EUR.*GBP/),
      expect.stringMatching(/Added.*CRANE.*Extras.*Crane/),
      expect.stringMatching(/Archived.*SEA.*Departments/),
    ])
  })

  test('identical to the file shows this', async ({ page }) => {
    const input = await open(page)
    page.server.on(compareConfiguration, { items: [] })
    await page.user.upload(input, file('{}'))
    expect(await screen.findByText(/No differences/)).toBeDefined()
    expect(screen.getByText('other.json')).toBeDefined()
  })

  test('is not compared with a file that is not JSON, nor with a value that is not an object', async ({ page }) => {
    const input = await open(page)
    await page.user.upload(input, file('kind;code'))
    expect((await screen.findByRole('alert')).textContent).toContain('Not a JSON file')
    await page.user.upload(input, file('7'))
    expect((await screen.findByRole('alert')).textContent).toContain('Not a JSON file')
    expect(page.server.bodies(compareConfiguration)).toEqual([])
  })

  test('that the server rejects shows the reason, and drops the former comparison', async ({ page }) => {
    const input = await open(page)
    page.server.on(compareConfiguration, { items: [] })
    await page.user.upload(input, file('{}'))
    await screen.findByText(/No differences/)
    page.server.reject(compareConfiguration, {
      status: 422,
      code: 'validation_failed',
      message: 'Unknown kind: boats.',
    })
    await page.user.upload(input, file('{"boats":[]}'))
    expect((await screen.findByRole('alert')).textContent).toContain('Unknown kind: boats.')
    expect(screen.queryByText(/No differences/)).toBeNull()
  })

  test('is not offered to a role that may not change settings', async ({ page }) => {
    page.signIn({ role: 'PLANNER' })
    page.server.on(listRoles, { items: [] })
    await page.open(configurationRoute, '/settings/configuration')
    expect(await screen.findByText("You don't have access")).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })
})
