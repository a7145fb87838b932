import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, loginOf, openPage, runAxeInBothThemes, signIn, useVisit } from './browser.ts'

describe.skipIf(baseUrl === '')('hours for payroll', { timeout: 90_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 403/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('PAYROLL-6, PAYROLL-7: the file has the data of the page under custom headings, and the page shows who downloaded it', async () => {
    await page.goto(`${baseUrl}/resources/hours`)
    const table = page.getByRole('table', { name: 'Hours for payroll' })
    await table.waitFor()

    const heading = `Name ${Date.now()}`
    await page.getByRole('button', { name: 'Columns of the file' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill(heading)
    expect(await runAxeInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await table.getByRole('columnheader', { name: heading }).waitFor()

    const shown = await table.locator('tbody tr').first().locator('td').allTextContents()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^hours-20\d\d-\d\d\.csv$/)
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks).toString('utf8').split(/\r?\n/)
    expect(lines[0]).toContain(heading)
    expect(lines.some((line) => line.includes(shown[0]!))).toBe(true)

    await page.reload()
    const downloads = page.getByRole('table', { name: 'Downloads of this month' })
    await downloads.waitFor()
    expect(await downloads.locator('tbody tr').first().innerText()).toContain('All drivers')
    await page.goto(`${baseUrl}/settings/audit`)
    await page.getByText('downloaded', { exact: true }).first().waitFor()
  })

  test('a planner sees neither the page nor its file', async () => {
    const other = await openPage(page.context().browser()!)
    try {
      await signIn(other.page, loginOf('PLANNER'))
      await other.page.goto(`${baseUrl}/resources/hours`)
      await other.page.getByText("You don't have access").waitFor()
      const answer = await other.page.request.get(`${baseUrl}/app/payroll/hours/file?month=2026-10`)
      expect(answer.status()).toBe(403)
    } finally {
      await other.context.close()
    }
  })
})
