import { describe, expect, vi } from 'vitest'
import { type Page, screen, test, waitFor } from '../testing/page.tsx'
import { id } from '../testing/sample.ts'
import { sessionOf } from '../testing/session.ts'
import { notifyTabs } from './browser-tabs.ts'
import './other-session.dialog.tsx'
import { OtherSession } from './other-session.tsx'
import { sessionQuery, whySessionIsOver } from './queries.ts'

const own = sessionOf({ role: 'SUPER_ADMIN' })
const other = { ...own, tenant: { ...own.tenant, tenant_id: id(9), name: 'Haulier Ghent' } }

async function show(page: Page) {
  await page.show(<OtherSession />)
  expect(screen.queryByRole('dialog')).toBeNull()
}

describe('changes of the session in another tab', () => {
  test('another organisation is shown, and the only option is to continue with it', async ({ page }) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    await show(page)
    notifyTabs(other)
    const dialog = await screen.findByRole('dialog', { name: 'You are now signed in to Haulier Ghent' })
    expect(dialog.textContent).toContain('This page belongs to Haulier Antwerp')
    await page.user.click(screen.getByRole('button', { name: 'Continue with Haulier Ghent' }))
    expect(assign).toHaveBeenCalledExactlyOnceWith('/')
    await page.user.keyboard('{Escape}')
    expect(assign).toHaveBeenCalledTimes(2)
    expect(screen.getByRole('dialog')).toBeDefined()
    assign.mockRestore()
  })

  test('another person of the same organisation is another session', async ({ page }) => {
    await show(page)
    notifyTabs({ ...own, user: { ...own.user, user_id: id(8) } })
    expect(await screen.findByRole('dialog', { name: 'You are now signed in to Haulier Antwerp' })).toBeDefined()
  })

  test('the same person signed in again changes nothing, and signing out ends the session here', async ({ page }) => {
    await show(page)
    page.queries.setQueryData(['orders'], [1])
    notifyTabs({ ...own, csrf_token: 'another' })
    notifyTabs(null)
    await waitFor(() => expect(page.queries.getQueryData(sessionQuery.queryKey)).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(page.queries.getQueryData(['orders'])).toBeUndefined()
    expect(whySessionIsOver()).toBe('ended')
  })
})
