import { getCounts } from '@cartage/contract/app/shell'
import { listRoles } from '@cartage/contract/auth/app/roles'
import { listOrganisations } from '@cartage/contract/auth/app/session'
import { createRoute } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { describe, expect, vi } from 'vitest'
import { call } from '../api/call.ts'
import { screen, test, waitFor, within } from '../testing/page.tsx'
import { sampleOf } from '../testing/sample.ts'
import { sessionOf } from '../testing/session.ts'
import { type Command, useCommands } from './commands.ts'
import { Drawer } from './drawer.tsx'
import { FailurePage } from './failure.page.tsx'
import { ForbiddenPage } from './forbidden.tsx'
import { lazyPage } from './lazy-page.ts'
import { NotFoundPage } from './not-found.page.tsx'
import { rootRoute } from './routes.tsx'
import { ShortcutsDialog } from './shortcuts.dialog.tsx'

test('a page without access has its name in the heading and in the tab of the browser', async ({ page }) => {
  page.signIn({ role: 'PLANNER' })
  page.server.on(listRoles, { items: [] })
  await page.show(<ForbiddenPage permission="task.read" />, '/tasks')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Accounting tasks')
  expect(document.title).toBe('Accounting tasks · Cartage')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe("You don't have access")
})

describe('a page that could not be shown', () => {
  const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => {})
  const routeOf = (Part: () => ReactNode) =>
    createRoute({ getParentRoute: () => rootRoute, path: '/part', component: Part, errorComponent: FailurePage })

  test('shows the error and the id to quote', async ({ page }) => {
    page.server.reject(getCounts, { status: 503, code: 'busy' })
    const error = await call(getCounts, {}).catch((reason: unknown) => reason)
    await page.show(<FailurePage error={error} />)
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('The server is busy')
    expect(alert.textContent).toContain('request-1')
  })

  test('keeps its name, in the heading and in the tab of the browser', async ({ page }) => {
    await page.show(<FailurePage error={new Error('no luck')} />, '/companies/7')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Customers and carriers')
    expect(document.title).toBe('Customers and carriers · Cartage')
  })

  test('is loaded as a whole again with the button when a part of it is missing', async ({ page }) => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>')))
    const error = new TypeError('Failed to fetch dynamically imported module: https://tms.example/assets/print.js')
    await page.show(<FailurePage error={error} />)
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    await expect.poll(() => reload.mock.calls.length).toBe(1)
    reload.mockRestore()
  })

  describe('because its files do not arrive', () => {
    const lost = new TypeError('Failed to fetch dynamically imported module: https://tms.example/assets/page.js')
    const component = lazyPage(() => Promise.reject<{ Page: () => null }>(lost), 'Page')
    const route = createRoute({
      getParentRoute: () => rootRoute,
      path: '/part',
      component,
      errorComponent: FailurePage,
    })

    test('explains this when the server is unreachable: the browser could not load the page again', async ({
      page,
    }) => {
      const [silenced, reload] = [quiet(), vi.spyOn(window.location, 'reload').mockImplementation(() => {})]
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
      await page.open(route, '/part')
      expect((await screen.findByRole('alert')).textContent).toContain('Cannot reach the server')
      expect(reload).not.toHaveBeenCalled()
      reload.mockRestore()
      silenced.mockRestore()
    })

    test('is loaded again when a newer release has other files', async ({ page }) => {
      const [silenced, reload] = [quiet(), vi.spyOn(window.location, 'reload').mockImplementation(() => {})]
      vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>')))
      await page.open(route, '/part')
      await expect.poll(() => reload.mock.calls.length).toBe(1)
      reload.mockRestore()
      silenced.mockRestore()
    })
  })

  test('is shown again with the button', async ({ page }) => {
    const silenced = quiet()
    let isBroken = true
    await page.open(
      routeOf(() => {
        if (isBroken) throw new Error('no luck')
        return <p>All well</p>
      }),
      '/part',
    )
    expect((await screen.findByRole('alert')).textContent).toContain('no luck')
    isBroken = false
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('All well')).toBeDefined()
    silenced.mockRestore()
  })
})

describe('an unknown address', () => {
  test('is shown, with links to continue', async ({ page }) => {
    await page.show(<NotFoundPage />, '/boats/7?tab=raw')
    expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined()
    expect(screen.getByText(/Nothing found at \/boats\/7\./)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to start page' }).getAttribute('href')).toBe('/')
    expect(document.title).toBe('Page not found · Cartage')
  })
})

test('on a phone the sidebar opens over the page, and choosing a page or Escape closes it', async ({ page }) => {
  page.server.on(getCounts, sampleOf(getCounts.response))
  page.server.on(listOrganisations, sampleOf(listOrganisations.response))
  await page.show(<Phone />)
  const main = () => screen.queryByRole('navigation', { name: 'Main' })
  expect(main()).toBeNull()
  expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Menu' })).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Menu' }))
  expect((await screen.findByRole('navigation', { name: 'Main' })).contains(document.activeElement)).toBe(true)
  await page.user.keyboard('{Escape}')
  expect(main()).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Menu' }))
  await page.user.click(await screen.findByRole('link', { name: 'Orders' }))
  await waitFor(() => expect(main()).toBeNull())
})

function Phone() {
  const [isOpen, setIsOpen] = useState(false)
  const toggle = useCallback(() => setIsOpen((open) => !open), [])
  return <Drawer session={sessionOf({ role: 'PLANNER' })} isOpen={isOpen} onToggle={toggle} onSearch={() => {}} />
}

describe('the keys', () => {
  const commands: readonly Command[] = [
    { id: 'new', title: 'New order', keys: 'c', run: () => {} },
    { id: 'go', title: 'Go to trips', keys: 'g>t', run: () => {} },
    { id: 'quiet', title: 'Sign out', run: () => {} },
  ]
  function Offering({ isThere }: { isThere: boolean }) {
    useCommands(useMemo(() => (isThere ? commands : []), [isThere]))
    return null
  }

  test('of this page and of lists are shown; commands without keys are left out', async ({ page }) => {
    const onClose = vi.fn<() => void>()
    const { unmount } = await page.show(
      <>
        <Offering isThere />
        <ShortcutsDialog isOpen onClose={onClose} />
      </>,
    )
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard' })
    expect(within(dialog).getByText('New order').textContent).toBe('New orderC')
    expect(within(dialog).getByText('Go to trips').textContent).toBe('Go to tripsG·T')
    expect(within(dialog).getByText('Next row').textContent).toBe('Next rowJ')
    expect(within(dialog).queryByText('Sign out')).toBeNull()
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await page.user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    unmount()
  })

  test('of the planning board are shown on the board, and those of lists are not', async ({ page }) => {
    await page.show(<ShortcutsDialog isOpen onClose={() => {}} />, '/planning')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard' })
    expect(within(dialog).getByText('Unplan').textContent).toBe('UnplanU')
    expect(within(dialog).queryByText('Next row')).toBeNull()
  })

  test('of a page that was left are removed', async ({ page }) => {
    await page.show(
      <>
        <Offering isThere={false} />
        <ShortcutsDialog isOpen onClose={() => {}} />
      </>,
    )
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard' })
    expect(within(dialog).queryByText('New order')).toBeNull()
  })
})
