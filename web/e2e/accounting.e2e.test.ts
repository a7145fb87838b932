import { describe, expect, test } from 'vitest'
import { baseUrl, loginOf, openPage, runAxeInBothThemes, settled, signIn, useVisit } from './browser.ts'

describe.skipIf(baseUrl === '')('accounting', { timeout: 90_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 4(00|03|04|09|22)/ })

  test.each(['/money', '/tasks', '/receivables', '/ledger', '/money/checks'])('%s is accessible', async (path) => {
    const { page } = visit()
    await page.goto(`${baseUrl}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    expect(await runAxeInBothThemes(page)).toEqual([])
  })

  test('a restricted role sees no money', async () => {
    const other = await openPage(visit().page.context().browser()!)
    try {
      await signIn(other.page, loginOf('VIEWER'))
      for (const name of ['Money overview', 'Accounting tasks', 'Receivables', 'Ledger']) {
        expect(await other.page.getByRole('link', { name, exact: true }).count()).toBe(0)
      }
      for (const path of ['/money', '/tasks', '/receivables', '/ledger']) {
        await other.page.goto(`${baseUrl}${path}`)
        await other.page.getByText("You don't have access").waitFor()
      }
    } finally {
      await other.context.close()
    }
  })
})
