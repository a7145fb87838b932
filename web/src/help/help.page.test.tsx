import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { moneyGuides, operatorGuides, titleOf } from './guides.ts'
import { helpRoute } from './routes.ts'

/** Ids of elements scrolled into view. */
const places: string[] = []
beforeAll(() => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    places.push(this.id)
  })
})
afterEach(() => {
  places.length = 0
})
afterAll(() => {
  vi.restoreAllMocks()
})

async function open(page: Page, address: string) {
  await page.open(helpRoute, address)
  return await screen.findByRole('article')
}
const link = (name: string, title: string) =>
  within(screen.getByRole('navigation', { name })).getByRole('link', { name: title })

describe('help', () => {
  test('opens with the first order, and marks it in the list of guides', async ({ page }) => {
    const article = await open(page, '/help')
    expect(within(article).getByRole('heading', { name: 'First order in five minutes' })).toBeDefined()
    expect(link('Guides', 'First order in five minutes').getAttribute('aria-current')).toBe('page')
    expect(link('Guides', 'API reference').getAttribute('href')).toBe('/api-reference')
    expect(article.getAttribute('lang')).toBe('en')
  })

  test('opens with the day of a planner for planners, and shows it in the language of the reader', async ({ page }) => {
    page.signIn({ role: 'PLANNER' })
    await page.speak('nl')
    await open(page, '/help')
    expect(await screen.findByRole('heading', { name: 'De dag afsluiten' })).toBeDefined()
    expect(screen.getByRole('article').getAttribute('lang')).toBe('nl')
  })

  test('has a guide to dispatch, in the language of the reader', async ({ page }) => {
    page.signIn({ role: 'PLANNER' })
    await page.speak('de')
    await open(page, '/help?guide=dispatch')
    expect(await screen.findByRole('heading', { name: 'Was jeder Status bedeutet' })).toBeDefined()
    expect(screen.getByRole('article').getAttribute('lang')).toBe('de')
  })

  test('shows another guide when it is chosen', async ({ page }) => {
    await open(page, '/help')
    await page.user.click(link('Guides', 'Limits'))
    expect(await screen.findByRole('heading', { name: 'What is left' })).toBeDefined()
    expect(page.address).toBe('/help?guide=limits')
    expect(link('Guides', 'First order in five minutes').getAttribute('aria-current')).toBeNull()
  })

  test('has the guides for operators of the server, which link to each other', async ({ page }) => {
    const article = await open(page, '/help?guide=limits')
    await page.user.click(link('Operating Cartage', 'Install'))
    const to = await within(article).findByRole('link', { name: 'Backups' })
    await page.user.click(to)
    expect(await screen.findByRole('heading', { name: 'Backups, and a restore to any moment' })).toBeDefined()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('Lost at most')
  })

  test.for(Object.entries({ ...moneyGuides, ...operatorGuides }))(
    'titles the guide %s with its first line',
    async ([, { heading, load }]) => {
      expect(titleOf((await load()).default)).toBe(heading)
    },
  )

  test('is reached and scrolled by keyboard, even if nothing in it is a link', async ({ page }) => {
    const article = await open(page, '/help?guide=dispatch')
    expect(article.tabIndex).toBe(0)
  })

  test('shows lists, code as code, and lines to copy', async ({ page }) => {
    const article = await open(page, '/help?guide=limits')
    expect(within(article).getAllByRole('listitem').length).toBeGreaterThan(1)
    expect(article.querySelector('pre')?.textContent).toContain('RateLimit-Policy:')
    expect(article.textContent).not.toContain('```')
  })

  test('loads rules when they are opened, without the columns of file names', async ({ page }) => {
    await open(page, '/help?guide=limits')
    await page.user.click(link('Rules', 'Orders'))
    const rule = (await screen.findByRole('link', { name: 'ORD-8' })).closest('tr')!
    expect(rule.textContent).toContain('Cancelling is final')
    expect(within(rule).getAllByRole('cell')).toHaveLength(2)
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(new Set(heads)).toEqual(new Set(['Id', 'Rule']))
  })

  test('scrolls to the rule in the address and marks it', async ({ page }) => {
    await open(page, '/help?guide=rules-orders#ORD-8')
    const rule = (await screen.findByRole('link', { name: 'ORD-8' })).closest('tr')!
    await waitFor(() => expect(places).toContain('ORD-8'))
    const other = screen.getByRole('link', { name: 'ORD-9' })
    expect(rule.className).not.toBe(other.closest('tr')!.className)
    await page.user.click(other)
    await waitFor(() => expect(places.at(-1)).toBe('ORD-9'))
    expect(page.address).toBe('/help?guide=rules-orders#ORD-9')
  })

  test('opens with the first order for an unknown page in the address', async ({ page }) => {
    const article = await open(page, '/help?guide=constructor')
    expect(within(article).getByRole('heading', { name: 'First order in five minutes' })).toBeDefined()
  })
})
