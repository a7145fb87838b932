import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { pdfPages } from '../../server/src/testing/data/pdf-text.ts'
import {
  baseUrl,
  loginOf,
  openPage,
  openToday,
  runAxe,
  runAxeInBothThemes,
  settled,
  signIn,
  useVisit,
} from './browser.ts'
import { day, send } from './calls.ts'
import { completedOrder, type Driven } from './driven-order.ts'

/* Money workflow of a haulier: from a rate card to a credit note for half an invoice. */
describe.skipIf(baseUrl === '')('money', { timeout: 240_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 4(03|04|09|22)/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })
  const dialog = () => page.getByRole('dialog')
  // The test bench, previews and replays send requests by themselves.
  const isCommand = (line: string) => /^POST .*\/app\//.test(line) && !/\/(rates\/try|preview|replay)$/.test(line)
  const posts = () => visit().watch.requests.filter(isCommand).length

  async function choose(field: string, option: string): Promise<void> {
    await dialog().getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  /** Double-clicks a create button and waits for the result: only one request was sent. */
  async function createOnce(name: string, done: () => Promise<unknown>): Promise<void> {
    const before = posts()
    await dialog().getByRole('button', { name, exact: true }).dblclick()
    await done()
    expect(posts() - before, `requests of a double click on ${name}`).toBe(1)
  }

  /** Opens the money pages with the keyboard and creates a card. */
  async function createCard(code: string): Promise<void> {
    await openToday(page)
    await page.keyboard.press('g')
    await page.keyboard.press('y')
    await page.waitForURL(/\/money$/)
    await page.getByRole('navigation').getByRole('link', { name: 'Rates', exact: true }).click()
    await page.getByRole('grid', { name: 'Rate cards' }).waitFor()
    await page.keyboard.press('n')
    await dialog().getByLabel('Code').fill(code)
    await dialog().getByLabel('Name').fill(`Prices of ${code}`)
    await createOnce('Create', () => page.waitForURL(/\/rates\/cards\/[0-9a-f-]{36}$/))
    await page.getByText('No lines yet').waitFor()
  }

  /** Freight by pallet space, only for pickups in the Netherlands, and waiting time that needs approval. */
  async function addLines(): Promise<void> {
    await page.getByRole('button', { name: 'Add line' }).click()
    await choose('Charge type', 'Freight')
    await choose('Calculation', 'Price per unit')
    await dialog().getByRole('combobox', { name: 'Measure' }).fill('pallet spaces')
    await page.keyboard.press('Enter')
    await dialog().getByLabel('Price', { exact: true }).fill('35.50')
    await dialog().getByRole('button', { name: 'Add condition' }).click()
    await dialog().getByRole('combobox', { name: 'Fact' }).fill('pickup country')
    await page.keyboard.press('Enter')
    await dialog().getByRole('textbox', { name: 'Value' }).fill('NL')
    await choose('Charged', 'Per consignment')
    await page.keyboard.press('Control+Enter')
    await page.getByText('35.50 EUR × Pallet spaces').waitFor()
    await page.getByRole('button', { name: 'Add line' }).click()
    await choose('Charge type', 'Waiting time')
    await dialog().getByLabel('Price', { exact: true }).fill('18')
    await page.keyboard.press('Control+Enter')
    await dialog().waitFor({ state: 'detached' })
  }

  /** Tries the draft with a sample that lacks required facts, and then with the order. */
  async function tryInBench({ orderNumber }: Driven): Promise<void> {
    const price = page.getByRole('status', { name: 'Price' })
    await price.getByText('18.00').waitFor()
    const tree = page.getByRole('list', { name: 'How the price is calculated' })
    await tree.getByText('Skipped').first().waitFor()
    await tree
      .getByText(/It would hold if .* were NL/)
      .first()
      .waitFor()
    await page.getByLabel('Pickup country').fill('NL')
    await price.getByText('124.50').waitFor()
    await page.getByRole('combobox', { name: 'Order to try' }).fill(orderNumber)
    await page.getByRole('option', { name: orderNumber }).first().click()
    await price.getByText('160.00').waitFor()
    await tree.getByText('Applied').first().waitFor()
    expect.soft(await runAxeInBothThemes(page)).toEqual([])
  }

  /** Sets the customer and start date of the card, and publishes it. */
  async function publishFor({ companyCode }: Driven): Promise<void> {
    await page.getByRole('button', { name: 'Edit terms' }).click()
    await dialog().getByLabel('Valid from').fill(day(-30))
    await page.getByRole('button', { name: 'Add company or group' }).click()
    await dialog().getByRole('combobox', { name: 'Company', exact: true }).fill(companyCode)
    await page
      .getByRole('option', { name: new RegExp(companyCode) })
      .first()
      .click()
    await dialog().getByRole('spinbutton', { name: 'Priority (1 first)' }).fill('1')
    await page.keyboard.press('Control+Enter')
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('definition').filter({ hasText: companyCode }).waitFor()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await createOnce('Publish', () => page.getByRole('button', { name: 'New version' }).waitFor())
    await page.getByRole('tab', { name: /Versions/ }).click()
    await page.getByRole('table', { name: 'Versions' }).getByText('Published').first().waitFor()
  }

  /** Finds the order with the command palette, reads the price explanation, and approves the waiting time. */
  async function explainAndApprove({ orderNumber }: Driven, cardCode: string): Promise<void> {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search or jump to' }).getByRole('combobox').fill(orderNumber)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}/)
    await page.getByRole('tab', { name: 'Money' }).click()
    const charges = page.getByRole('table', { name: 'Charges' })
    await charges.getByText('€142.00').waitFor({ timeout: 30_000 })
    await charges.getByText('Waiting time').click()
    await page.getByRole('complementary', { name: 'Charge' }).waitFor()
    await page.keyboard.press('e')
    await page
      .getByRole('complementary', { name: 'Charge' })
      .getByText(new RegExp(`Card ${cardCode}, valid from .*, is used`))
      .waitFor()
    expect.soft(await runAxe(page)).toEqual([])
    await page.keyboard.press('a')
    await charges.getByText('Approved').waitFor()
    await page.getByText('Ready to invoice').waitFor()
  }

  /**
   * Drafts an invoice for the order and finalises it.
   * @returns the invoice number
   */
  async function invoice({ orderNumber }: Driven): Promise<string> {
    await page.goto(`${baseUrl}/orders-to-invoice?q=${orderNumber}`)
    await page.getByRole('checkbox', { name: 'Select row 1' }).click()
    await page.getByRole('button', { name: 'Put on draft' }).dblclick()
    await page.waitForURL(/\/invoices\/[0-9a-f-]{36}$/)
    await page.getByTitle('PDF preview').waitFor()
    await settled(page)
    expect.soft(await runAxeInBothThemes(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await dialog().getByText('1 draft gets a number and no longer changes.').waitFor()
    await page.keyboard.press('Control+Enter')
    await dialog().getByText('1 of 1 finalised').waitFor()
    expect.soft(await runAxe(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    const heading = page.getByRole('heading', { name: /Invoice INV-\d{4}-\d{5}/ })
    await heading.waitFor()
    return /INV-\d{4}-\d{5}/.exec((await heading.textContent())!)![0]
  }

  /** Text of the PDF shown next to the document. */
  async function shownPdf(): Promise<string> {
    const address = await page.getByTitle('PDF preview').getAttribute('src')
    const pdf = await page.request.get(`${baseUrl}${address}`)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    return pdfPages(await pdf.body()).join('\n')
  }

  /**
   * Credits half of the invoice.
   * @returns the credit note number
   */
  async function creditHalf(): Promise<string> {
    await page.getByRole('button', { name: 'Credit…' }).click()
    await dialog().getByRole('button', { name: 'Part' }).click()
    await dialog().getByText('Credit incl. VAT').waitFor()
    await dialog().getByText('€96.80').waitFor()
    expect.soft(await runAxe(page)).toEqual([])
    await createOnce('Draft credit note', () => page.getByText('Credits invoice').waitFor())
    await page.getByRole('button', { name: 'Finalise' }).click()
    await page.keyboard.press('Control+Enter')
    await dialog().getByText('1 of 1 finalised').waitFor()
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    const heading = page.getByRole('heading', { name: /Credit note CN-\d{4}-\d{5}/ })
    await heading.waitFor()
    return /CN-\d{4}-\d{5}/.exec((await heading.textContent())!)![0]
  }

  test('a card is created and tried, an order is priced by it, invoiced, posted by a program and credited in half', async () => {
    const driven = await completedOrder(page)
    const code = `E2E-${Date.now()}`
    await createCard(code)
    await addLines()
    await tryInBench(driven)
    await publishFor(driven)
    await explainAndApprove(driven, code)

    const number = await invoice(driven)
    const pdf = await shownPdf()
    for (const text of [number, driven.orderNumber]) expect(pdf).toContain(text)
    expect(pdf).toMatch(/\b193[.,]60\b/)

    await page.getByRole('tab', { name: 'Posting' }).click()
    const tasks = page.getByRole('table', { name: 'Tasks' })
    await tasks.getByText('To do').waitFor()
    expect(await postWithProgram()).toContain(`"${number}"`)
    // The page updates by itself.
    await tasks.getByText('Done').waitFor()
    await page.getByText('To post').waitFor({ state: 'detached' })

    const note = await creditHalf()
    const credit = await shownPdf()
    for (const text of [note, number]) expect(credit).toContain(text)
    expect(credit).toMatch(/\b96[.,]80\b/)
    await page.goto(`${baseUrl}/orders/${driven.orderId}?tab=charges`)
    await page.getByRole('link', { name: number }).first().click()
    await page.getByRole('link', { name: note }).waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await settled(page)
    expect.soft(await runAxe(page)).toEqual([])
  })

  test('a run drafts ready orders; a tariff table accepts cells of a spreadsheet and marks a wrong one', async () => {
    await page.goto(`${baseUrl}/invoice-runs`)
    await page.getByRole('heading', { name: 'Invoice runs' }).waitFor()
    await page.keyboard.press('n')
    await dialog().getByRole('button', { name: 'Start run' }).waitFor()
    expect.soft(await runAxe(page)).toEqual([])
    await createOnce('Start run', () => page.getByRole('complementary', { name: 'Run' }).waitFor())
    await page.getByRole('complementary', { name: 'Run' }).getByText('Ready to review').waitFor({ timeout: 60_000 })
    await settled(page)
    expect.soft(await runAxeInBothThemes(page)).toEqual([])

    await page.goto(`${baseUrl}/rates/tables`)
    await page.getByRole('grid', { name: 'Tariff tables' }).waitFor()
    await page.keyboard.press('n')
    await dialog().getByLabel('Code').fill(`TAB-${Date.now()}`)
    await dialog().getByLabel('Name').fill('Pasted')
    await page.keyboard.press('Control+Enter')
    const grid = page.getByRole('grid', { name: 'Prices' })
    await grid.waitFor()
    await grid.focus()
    await paste(page, '500\t1000\n8.10\t6.90')
    await grid.getByText('6.90').waitFor()
    await page.getByText('Row 1, column 1').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('zone 1')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    expect.soft(await runAxe(page)).toEqual([])
    // Sidebar pages are covered with all other screens.
    for (const path of ['/rates/tables', '/rates/zones', '/rates/indexes', '/settings/billing']) {
      await page.goto(`${baseUrl}${path}`)
      await settled(page)
      expect.soft(await runAxeInBothThemes(page), path).toEqual([])
    }
  })

  test('a role without access to money sees no amount, and no link to one', async () => {
    const { order, trip } = await subjectsWithMoney(page)
    const other = await openPage(page.context().browser()!)
    try {
      const viewer = other.page
      await signIn(viewer, loginOf('VIEWER'))
      const links = await viewer.getByRole('navigation').getByRole('link').allTextContents()
      expect(links.filter((name) => moneyPages.some(([, title]) => name === title))).toEqual([])
      for (const word of ['Invoices', 'Rates', 'Charges', 'Receivables', 'Ledger']) {
        await viewer.keyboard.press('Control+k')
        await viewer.keyboard.type(word)
        await viewer.getByRole('dialog', { name: 'Search or jump to' }).getByText('No results').waitFor()
        await viewer.keyboard.press('Escape')
      }
      for (const [path] of moneyPages) {
        await viewer.goto(`${baseUrl}${path}`)
        await viewer.getByText("You don't have access").waitFor()
      }
      const records = [...tabsOf(`/orders/${order}`, orderTabs), ...tabsOf(`/trips/${trip}`, tripTabs)]
      for (const path of ['/', '/orders', '/trips', '/companies', '/documents', '/events', ...records]) {
        await viewer.goto(`${baseUrl}${path}`)
        await viewer.getByRole('heading', { level: 1 }).waitFor()
        await settled(viewer)
        expect(await viewer.locator('body').innerText(), path).not.toMatch(/€|\bEUR\b/)
        expect(await viewer.getByRole('tab', { name: /^(Charges|Costs)$/ }).count(), path).toBe(0)
      }
    } finally {
      await other.context.close()
    }
  })
})

/** Every money page by path, with its sidebar name if it has one. */
const moneyPages = [
  ['/money', 'Money overview'],
  ['/orders-to-invoice', 'Orders to invoice'],
  ['/drafts', 'Drafts'],
  ['/invoices', 'Invoices'],
  ['/invoice-runs', 'Invoice runs'],
  ['/charges', 'Charges'],
  ['/sendings', 'Sent invoices'],
  ['/reminders', 'Reminders'],
  ['/purchases', 'Purchases'],
  ['/rates', 'Rates'],
  ['/rates/tables', ''],
  ['/rates/zones', ''],
  ['/rates/indexes', ''],
  ['/receivables', 'Receivables'],
  ['/tasks', 'Accounting tasks'],
  ['/ledger', 'Ledger'],
  ['/money/checks', 'Money checks'],
  ['/margin', 'Margin'],
] as const

const orderTabs = ['goods', 'trips', 'documents', 'charges', 'scans', 'events', 'history', 'raw']
const tripTabs = ['dispatch', 'documents', 'costs', 'events', 'history', 'raw']
const tabsOf = (path: string, tabs: readonly string[]) => [path, ...tabs.map((tab) => `${path}?tab=${tab}`)]

/** An order with a charge, and a trip with a cost. */
async function subjectsWithMoney(page: Page): Promise<{ order: string; trip: string }> {
  type Charges = { items: { order: { id: string } | null; trip: { id: string } | null }[] }
  const first = async (side: string, status: string) =>
    (await send<Charges>(page, 'GET', `/app/charges?side=${side}&status=${status}&limit=1`)).items[0]!
  return { order: (await first('SALES', 'INVOICED')).order!.id, trip: (await first('COST', 'CREATED')).trip!.id }
}

/**
 * Runs the guide's program.
 * @returns its output file
 */
async function postWithProgram(): Promise<string> {
  const program = fileURLToPath(new URL('../../docs/programs/post-invoices.ts', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'cartage-post-'))
  try {
    const { PATH, API_CLIENT_ID: CLIENT_ID, API_CLIENT_SECRET: CLIENT_SECRET } = process.env
    const CSV_FILE = join(folder, 'invoices.csv')
    const env = { PATH, BASE_URL: baseUrl, CLIENT_ID, CLIENT_SECRET, CSV_FILE }
    await promisify(execFile)(process.execPath, [program], { env })
    return readFileSync(CSV_FILE, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Pastes text at the cursor. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}
