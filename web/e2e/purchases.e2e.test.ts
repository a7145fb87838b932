import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, runAxeInBothThemes, settled, useVisit } from './browser.ts'
import { day, send } from './calls.ts'
import { creditNote, receive, tripWithCosts, ubl } from './supplier-document.ts'

describe.skipIf(baseUrl === '')('purchases', { timeout: 120_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 4(00|04|09|22)/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test("a supplier's UBL with a more expensive line is disputed; the executed amount is accepted, and its task appears", async () => {
    const carrier = await tripWithCosts(page)
    expect(await receive(page, ubl({ ...carrier, number: 'F-2026-17' }))).toEqual({})

    await page.goto(`${baseUrl}/purchases?result=DISPUTED`)
    await page.getByText('F-2026-17').first().click()
    await page.getByRole('heading', { name: /F-2026-17/ }).waitFor()
    await page.getByRole('table', { name: 'Match' }).getByText('Price differs').waitFor()
    await page.getByRole('region', { name: 'Received file' }).getByText('<cbc:ID>F-2026-17</cbc:ID>').waitFor()
    await settled(page)
    expect(await runAxeInBothThemes(page)).toEqual([])

    await page.getByRole('button', { name: /^Accept €[\d.,]+$/ }).click()
    await page.getByText('Accepted').first().waitFor()
    const number = await nameOf(page, 'F-2026-17')
    await page.goto(`${baseUrl}/tasks`)
    await page.getByText(number).first().waitFor()
  })

  test('a document of an unknown supplier waits under To assign until a person chooses the supplier', async () => {
    const { name } = await tripWithCosts(page)
    const answer = await receive(page, ubl({ name: 'Onbekend Vervoer', vat_number: '', trip: '', number: 'X-1' }))
    expect(answer.errors).toHaveLength(1)
    await page.goto(`${baseUrl}/purchases`)
    await page.getByRole('button', { name: /^To assign/ }).click()
    await page.getByRole('grid', { name: 'To assign' }).getByText('X-1').click()
    const panel = page.getByRole('complementary', { name: 'Document to place' })
    await panel.getByText('<cbc:ID>X-1</cbc:ID>').waitFor()
    await settled(page)
    expect(await runAxeInBothThemes(page)).toEqual([])
    await panel.getByRole('button', { name: 'Choose supplier…' }).click()
    await page.getByRole('combobox', { name: 'Supplier' }).fill(name)
    await page.getByRole('option', { name }).first().click()
    await page.getByRole('button', { name: 'Place', exact: true }).click()
    await page.getByText('Document placed').waitFor()
    await page.getByRole('grid', { name: 'To assign' }).getByText('X-1').waitFor({ state: 'detached' })
  })

  test('PURCH-32: a photograph is dropped on the list, typed next to its picture by keyboard, and placed', async () => {
    const { name, trip } = await tripWithCosts(page)
    await page.goto(`${baseUrl}/purchases`)
    const file = { name: 'invoice.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByText('invoice.png waits under To assign').first().waitFor()
    await page.locator('.toast [aria-label=Close]').first().click()
    await page.getByRole('button', { name: /^To assign/ }).click()
    await page.getByRole('grid', { name: 'To assign' }).getByText('This is a picture').first().click()
    await page.getByRole('link', { name: 'Type in…' }).click()
    const form = page.getByRole('form', { name: 'Type in' })
    await page.getByRole('img', { name: 'Received file' }).waitFor()
    await settled(page)
    expect(await runAxeInBothThemes(page)).toEqual([])
    await form.getByRole('combobox', { name: 'Supplier' }).fill(name)
    await page.getByRole('option', { name }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const type = (label: string, text: string) => form.getByRole('textbox', { name: label, exact: true }).fill(text)
    await type('Number of the supplier', 'PHOTO-1')
    await type('Document date', day(0))
    await type('What for', 'Freight')
    await type('Trip, order or reference', trip)
    await type('Amount without VAT', '540,00')
    await type('VAT rate in %', '21')
    await type('VAT', '113,40')
    await type('Total with VAT', '653,40')
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /PHOTO-1/ }).waitFor()
    await page.getByRole('img', { name: 'Received file' }).waitFor()
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}.after.png` })
  })

  test('PAYOUT-9, PAYOUT-10: a credit note is set off in a transfer, and its invoice shows the file and the day', async () => {
    const carrier = await tripWithCosts(page)
    const account = 'NL91ABNA0417164300'
    expect(await receive(page, ubl({ ...carrier, number: 'F-PAY-1', account }))).toEqual({})
    expect(await receive(page, creditNote(carrier, 'CN-PAY-1', '65.00'), 'application/json')).toEqual({})
    const invoice = await accept(page, 'F-PAY-1')
    await send(page, 'POST', `/app/purchases/${invoice}/confirm-account`, { account })
    await accept(page, 'CN-PAY-1')
    await page.goto(`${baseUrl}/purchases?view=to-pay`)
    const toPay = page.getByRole('region', { name: 'To pay' })
    const note = toPay.getByRole('checkbox', { name: 'CN-PAY-1' })
    await note.waitFor()
    expect(await note.isDisabled()).toBe(true)
    await toPay.getByRole('checkbox', { name: 'F-PAY-1' }).check()
    await note.check()
    await settled(page)
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}.pay.png` })
    expect(await runAxeInBothThemes(page)).toEqual([])
    await toPay.getByRole('button', { name: 'Make transfer file' }).click()
    const row = page.getByRole('row').filter({ hasText: 'F-PAY-1 − CN-PAY-1' })
    await row.getByRole('button', { name: 'Confirm as paid' }).click()
    await row.getByRole('textbox', { name: 'Paid on' }).fill(day(-1))
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}.confirm.png` })
    await row.getByRole('button', { name: 'Confirm as paid' }).click()
    await row.getByText('Paid', { exact: true }).waitFor()
    await page.goto(`${baseUrl}/purchases/${invoice}`)
    await page.getByText('Transfer file').waitFor()
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}.paid.png` })
    type Payments = { items: { origin: string; amount: string; paid_on: string }[] }
    const { items } = await send<Payments>(page, 'GET', `/app/invoices/${invoice}/payments`)
    expect(items.map(({ origin, paid_on }) => [origin, paid_on])).toEqual([
      ['TRANSFER', day(-1)],
      ['SET_OFF', day(-1)],
    ])
  })
})

/**
 * Accepts a supplier document as invoiced.
 * @returns its id
 */
async function accept(page: Page, number: string): Promise<string> {
  type Found = { items: { invoice_id: string }[] }
  const { items } = await send<Found>(page, 'GET', `/app/purchases?q=${number}`)
  const id = items[0]!.invoice_id
  await send(page, 'POST', `/app/purchases/${id}/accept`, { amount: 'INVOICED' })
  return id
}

/** One-pixel image. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Number of an accepted document. */
async function nameOf(page: Page, externalName: string): Promise<string> {
  type Found = { items: { name: string | null }[] }
  const { items } = await send<Found>(page, 'GET', `/app/purchases?q=${externalName}`)
  return items[0]!.name!
}
