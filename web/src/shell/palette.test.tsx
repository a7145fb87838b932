import { type SearchResult, search } from '@cartage/contract/app/shell'
import { describe, expect, vi } from 'vitest'
import { fireEvent, screen, test, waitFor } from '../testing/page.tsx'
import { Palette } from './palette.tsx'

const found = (title: string, members: Partial<SearchResult> = {}): SearchResult => ({
  kind: 'order',
  id: crypto.randomUUID(),
  title,
  text: '',
  status: null,
  route: null,
  day: null,
  driver: null,
  ...members,
})

/** Types key by key at full speed. The server answers on demand. */
function show(onGo: (one: SearchResult) => void, onFind: (text: string) => void = () => {}) {
  return <Palette isOpen onClose={() => {}} onGo={onGo} onFind={onFind} />
}

describe('the global search', () => {
  test('SEARCH-2: Enter opens the result for the typed text, and results for other texts are never shown', async ({
    page,
  }) => {
    page.server.on(search, ({ query }) => ({ items: [found(`found by ${query.q}`)] }))
    const onGo = vi.fn<(one: SearchResult) => void>()
    await page.show(show(onGo))
    const field = screen.getByRole('combobox', { name: 'Search or jump to' })
    await page.user.type(field, 'O-00040')
    await screen.findByRole('option', { name: 'found by O-00040' })
    const answer = page.server.hold(search, { items: [found('found by O-000403')] })
    await page.user.type(field, '3{Enter}')
    expect(screen.queryByRole('option', { name: /^found by/ })).toBeNull()
    expect(onGo).not.toHaveBeenCalled()
    answer()
    await waitFor(() => expect(onGo).toHaveBeenCalledOnce())
    expect(onGo.mock.calls[0]![0].title).toBe('found by O-000403')
  })

  test('SEARCH-4: a record entered a moment ago is searched again until it is found, and Enter waits for it', async ({
    page,
  }) => {
    let asked = 0
    page.server.on(search, () => (++asked < 3 ? { items: [], is_behind: true } : { items: [found('O-1')] }))
    const onGo = vi.fn<(one: SearchResult) => void>()
    await page.show(show(onGo))
    await page.user.type(screen.getByRole('combobox', { name: 'Search or jump to' }), 'bst{Enter}')
    expect(screen.queryByText(/^No results/)).toBeNull()
    await waitFor(() => expect(onGo).toHaveBeenCalledOnce())
    expect(onGo.mock.calls[0]![0].title).toBe('O-1')
  })

  test('a row shows its kind, route, time, driver and state', async ({ page }) => {
    const row = found('O-1', {
      text: 'Alpha',
      route: 'Gent → Lille',
      day: '2026-02-02',
      driver: 'Ann Driver',
      status: 'TO_PLAN',
    })
    page.server.on(search, { items: [row] })
    await page.show(show(() => {}))
    await page.user.type(screen.getByRole('combobox', { name: 'Search or jump to' }), 'alpha')
    const option = await screen.findByRole('option', { name: /O-1/ })
    for (const text of ['Alpha', 'Gent → Lille', '2 Feb', 'Ann Driver', 'Unplanned'])
      expect(option.textContent).toContain(text)
  })

  test('SEARCH-10: records opened by searching are offered first without a text, and all orders with a text at the end', async ({
    page,
  }) => {
    page.server.on(search, { items: [found('O-1', { text: 'Alpha', status: 'PLANNED' })] })
    const onFind = vi.fn<(text: string) => void>()
    await page.show(show(() => {}, onFind))
    const field = screen.getByRole('combobox', { name: 'Search or jump to' })
    await page.user.type(field, 'alp')
    await page.user.click(await screen.findByRole('option', { name: /O-1/ }))
    await waitFor(() => expect(screen.getByText('Opened last')).toBeDefined())
    const recent = await screen.findByRole('option', { name: /O-1/ })
    expect(recent.textContent).not.toContain('Planned')
    await page.user.type(field, 'alp')
    await page.user.click(await screen.findByRole('option', { name: 'All orders with “alp”' }))
    expect(onFind).toHaveBeenCalledExactlyOnceWith('alp')
  })

  test('a search that fails shows this, and Enter does nothing', async ({ page }) => {
    page.server.reject(search, { status: 503, code: 'busy' })
    const onGo = vi.fn<(one: SearchResult) => void>()
    await page.show(show(onGo))
    const field = screen.getByRole('combobox', { name: 'Search or jump to' })
    await page.user.type(field, 'zzzz')
    await screen.findByText('The search did not answer. Type on to try again.')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onGo).not.toHaveBeenCalled()
  })
})
