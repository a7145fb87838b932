import { describe, expect, test } from 'vitest'
import { baseUrl, runAxeInBothThemes, settled, useVisit } from './browser.ts'

describe.skipIf(baseUrl === '')('the rules in the help', { timeout: 60_000 }, () => {
  const visit = useVisit({ isSignedIn: true })

  test('a rule has an address, which opens it among the others', async () => {
    const { page } = visit()
    await page.goto(`${baseUrl}/help?guide=rules-orders#EXP-2`)
    const rule = page.locator('#EXP-2')
    await rule.waitFor()
    await settled(page)
    const box = await rule.boundingBox()
    expect(box?.y).toBeGreaterThan(0)
    expect(box?.y).toBeLessThan(900)
    expect(await page.getByRole('article').textContent()).not.toContain('.ts')
    expect(await runAxeInBothThemes(page)).toEqual([])
  })

  test('the list of rules leads to a page, and an id to its own address', async () => {
    const { page } = visit()
    await page.goto(`${baseUrl}/help`)
    await page.getByRole('navigation', { name: 'Rules' }).getByRole('link', { name: 'Limits' }).click()
    await page.getByRole('link', { name: 'RATE-4', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('guide') === 'rules-limits' && url.hash === '#RATE-4')
    await page.getByRole('heading', { name: 'Limits', level: 2 }).waitFor()
  })
})
