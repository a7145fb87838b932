import { listDoubtfulSources, UnreliableSource } from '@cartage/contract/positions/app/fleet'
import { getUsage, listRefusedCalls, RejectedRequest, Usage } from '@cartage/contract/usage/app'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { usageRoute } from './routes.ts'

// The chart needs a canvas, which the test document lacks. The table next to it shows the same numbers.
const context = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true })
beforeAll(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as CanvasRenderingContext2D)
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      lineTo() {}
      rect() {}
      arc() {}
      closePath() {}
      addPath() {}
    },
  )
})
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const usage: Usage = {
  ...sampleOf(Usage, { category: 'general', step_s: 60 }),
  windows: [
    { seconds: 1, limit: 3, used: 3 },
    { seconds: 3_600, limit: 7_200, used: 1_200 },
  ],
  points: [
    { at: '2026-03-02T08:00:00Z', admitted: 40, refused: 0 },
    { at: '2026-03-02T08:01:00Z', admitted: 12, refused: 5 },
  ],
  clients: [{ client_id: 'shop', name: 'Webshop', admitted: 4_000, refused: 5 }],
  paths: [{ name: 'POST /v1/orders/order/upload', admitted: 52, refused: 5 }],
}
const rejected = sampleOf(RejectedRequest, {
  client_id: 'shop',
  client_name: 'Webshop',
  method: 'POST',
  path: '/v1/orders/order/upload',
  status: 429,
  code: 'rate_limited',
  retry_after_s: 7,
  request_id: id(9),
})
const refusals = { items: [rejected], total: 1, clients: [{ client_id: 'shop', client_name: 'Webshop', refused: 1 }] }

async function open(page: Page, search = '') {
  page.server.on(getUsage, usage)
  page.server.on(listRefusedCalls, refusals)
  await page.open(usageRoute, `/settings/usage${search}`)
  await screen.findByRole('region', { name: 'Clients' })
}
const region = (name: string) => within(screen.getByRole('region', { name }))
async function pick(page: Page, name: string, option: string) {
  await page.user.click(screen.getByRole('combobox', { name }))
  await page.user.click(await screen.findByRole('option', { name: option }))
}
const asked = (page: Page) => page.server.requests(getUsage).at(-1)?.query
const askedRefused = (page: Page) => page.server.requests(listRefusedCalls).at(-1)?.query

describe('usage of the interface', () => {
  test('shows how full each window is', async ({ page }) => {
    await open(page)
    const meters = screen.getAllByRole('meter')
    expect(meters.map((meter) => meter.getAttribute('aria-label'))).toEqual(['Per second', 'Per hour'])
    expect(meters.map((meter) => meter.getAttribute('aria-valuetext'))).toEqual(['3 of 3', '1200 of 7200'])
    expect(screen.getByText('6,000 left')).toBeDefined()
    expect(screen.getByText('0 left')).toBeDefined()
  })

  test('is a chart and a table of the same numbers, newest first, with the clients', async ({ page }) => {
    await open(page)
    await page.user.click(screen.getByText('Show table'))
    const rows = within(screen.getByRole('table', { name: /Requests over time/ })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Time.*Allowed.*Rejected/),
      expect.stringMatching(/125$/),
      expect.stringMatching(/400$/),
    ])
    expect(region('Clients').getByText('4,000')).toBeDefined()
    expect(screen.getByText('POST /v1/orders/order/upload', { selector: 'span' })).toBeDefined()
    await waitFor(() => expect(document.querySelector('.uplot')).not.toBeNull())
  })

  test('is shown for the period and type of request in the address', async ({ page }) => {
    await open(page)
    expect(asked(page)).toEqual({ category: 'general', hours: '1' })
    await pick(page, 'Period', 'Last 7 days')
    await waitFor(() => expect(asked(page)).toEqual({ category: 'general', hours: '168' }))
    await page.user.click(screen.getByRole('button', { name: 'Tokens' }))
    await waitFor(() => expect(asked(page)).toEqual({ category: 'token', hours: '168' }))
    expect(page.address).toContain('category=token')
    expect(screen.getByRole('button', { name: 'Tokens' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('without limits or requests shows this', async ({ page }) => {
    await open(page)
    page.server.on(getUsage, { ...usage, windows: [], points: [], clients: [], paths: [] })
    await page.queries.refetchQueries({ queryKey: ['usage', 'now'] })
    expect(await screen.findByText('No limit for this organisation.')).toBeDefined()
    expect(screen.getAllByText('No requests in this period.')).toHaveLength(2)
  })

  test('that could not be loaded shows the reason, and is loaded again', async ({ page }) => {
    page.server.disconnect(getUsage)
    page.server.on(listRefusedCalls, refusals)
    await page.open(usageRoute, '/settings/usage')
    const again = await screen.findByRole('button', { name: 'Try again' })
    page.server.on(getUsage, usage)
    await page.user.click(again)
    expect(await screen.findByRole('region', { name: 'Clients' })).toBeDefined()
  })
})

describe('rejected requests', () => {
  test('show the request, the reason and when it can be sent again', async ({ page }) => {
    await open(page)
    const row = (await region('Rejected requests').findByText('rate_limited')).closest('tr')!
    expect(row.textContent).toMatch(/Webshop.*POST \/v1\/orders\/order\/upload.*429.*rate_limited.*7 s/)
    expect(within(row).getByRole('button', { name: 'Copy request ID' })).toBeDefined()
  })

  test('are those of one client on request, and of all again', async ({ page }) => {
    await open(page)
    await screen.findByText('rate_limited')
    await pick(page, 'Client', 'Webshop (1)')
    await waitFor(() => expect(askedRefused(page)).toMatchObject({ client: 'shop', limit: '100' }))
    await pick(page, 'Client', 'All clients')
    await waitFor(() => expect(askedRefused(page)).not.toHaveProperty('client'))
    expect(page.address).toBe('/settings/usage')
  })

  test('of a client without any keep it chosen; another type of request deselects it', async ({ page }) => {
    page.server.on(listRefusedCalls, { items: [], total: 0, clients: [] })
    page.server.on(getUsage, usage)
    await page.open(usageRoute, '/settings/usage?client=gone')
    expect(await screen.findByText('No rejected requests in this period.')).toBeDefined()
    expect(screen.getByRole('combobox', { name: 'Client' }).textContent).toContain('gone')
    await page.user.click(screen.getByRole('button', { name: 'Tokens' }))
    await waitFor(() => expect(page.address).toBe('/settings/usage?category=token'))
  })

  test('that could not be loaded show the reason, and are loaded again', async ({ page }) => {
    page.server.on(getUsage, usage)
    page.server.reject(listRefusedCalls, { status: 403, code: 'role_missing' })
    await page.open(usageRoute, '/settings/usage')
    const again = await screen.findByRole('button', { name: 'Try again' })
    page.server.on(listRefusedCalls, { ...refusals, total: 450 })
    await page.user.click(again)
    expect(await screen.findByText('last 1 of 450')).toBeDefined()
  })
})

describe('ignored positions', () => {
  test('are counted by source and resource, in days', async ({ page }) => {
    const source = sampleOf(UnreliableSource, {
      client_id: 'board',
      source_name: 'Boards',
      resource_id: id(3),
      resource_name: '1-ABC-123',
      no_fix: 4,
      jumps: 1_500,
    })
    page.server.on(listDoubtfulSources, { items: [source] })
    await open(page, '?category=webhook&hours=168')
    const row = (await screen.findByText('Boards')).closest('tr')!
    expect(row.textContent).toMatch(/Boards.*1-ABC-123.*4.*1,500/)
    expect(within(row).getByRole('link').getAttribute('href')).toBe(`/resources/${id(3)}`)
    expect(page.server.requests(listDoubtfulSources).map(({ query }) => query)).toEqual([{ days: '7' }])
  })

  test('show a message when there are none', async ({ page }) => {
    page.server.on(listDoubtfulSources, { items: [] })
    await open(page, '?category=webhook')
    expect(await screen.findByText('No ignored positions in this period.')).toBeDefined()
    expect(page.server.requests(listDoubtfulSources).map(({ query }) => query)).toEqual([{ days: '1' }])
  })
})
