import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { type MailServer, startMailServer } from '../../../server/src/testing/servers/mail.ts'
import { baseUrl, loginOf } from '../browser.ts'
import { day, send } from '../calls.ts'
import { belgianCustomer, completedOrders } from '../driven-order.ts'
import { tripWithCosts, ubl } from '../supplier-document.ts'
import type { Database } from './database.ts'
import { playDay } from './play.ts'

let mail: MailServer | undefined
afterAll(() => mail?.close())

/** Price of the order that waits for an approval, and of each other order. */
const prices = { waiting: '75', other: '250' }

/** A mail server, customers who pay, have a wrong address or none, with nine driven orders, and a carrier. */
async function prepare(page: Page) {
  mail = await startMailServer()
  await send(page, 'PUT', '/app/mail-server', {
    ...{ host: '127.0.0.1', port: mail.port, security: 'STARTTLS', username: null },
    ...{ sender: 'Haulier <invoices@haulier.example>', reply_to: null },
  })
  await addLevels(page)
  const key = `A${Date.now().toString(36).toUpperCase()}`
  const customer = async (code: string, email: string | null) => {
    const contacts = [{ name: 'Administration', email, roles: ['BILLING'] }]
    const made = await belgianCustomer(page, `${key}${code}`, { contacts })
    const preference = { channels: [{ channel: 'MAIL', address: null }] }
    await send(page, 'PUT', `/app/companies/${made.companyId}/billing`, { preference })
    return made
  }
  const good = await customer('GOOD', 'office@good.example')
  const wrong = await customer('WRONG', 'ofice@wrong.example')
  const silent = await customer('SILENT', null)
  mail.unknown.add('ofice@wrong.example')
  const codes = [...Array(5).fill(good), ...Array(2).fill(wrong), ...Array(2).fill(silent)]
  const orders = await completedOrders(
    page,
    codes.map(({ companyCode }) => companyCode),
  )
  for (const [at, { orderId }] of orders.entries()) {
    const isWaiting = at === 0
    const unit_price = isWaiting ? prices.waiting : prices.other
    const charge = { charge_type: 'FREIGHT', unit_price, currency: 'EUR', needs_approval: isWaiting }
    await send(page, 'POST', `/app/orders/${orderId}/charges`, charge)
  }
  return { good, wrong, silent, waiting: orders[0]!, carrier: await tripWithCosts(page), key }
}

/** Adds reminder levels, if none are set. */
async function addLevels(page: Page): Promise<void> {
  const path = '/app/settings/reminder_levels'
  const { items } = await send<{ items: object[] }>(page, 'GET', path)
  if (items.length > 0) return
  await send(page, 'POST', path, {
    ...{ code: 'FIRST', name: 'Payment reminder', days_overdue: 1, text: 'Please pay the invoice below.' },
  })
}

/** Document figures of the last run. */
async function lastRun(database: Database) {
  const [row] = await database.rows<{ drafts: number; documents: number; gaps: number }>(`
    with run as (select invoice_run_id from invoice_run order by created_at desc limit 1),
         own as (select i.* from invoice i join run r on r.invoice_run_id = i.invoice_run_id)
    select (count(*) filter (where content is null))::int as drafts, (count(*) filter (where content is not null))::int as documents,
           coalesce(max(number_counted) - min(number_counted) + 1 - count(number_counted), 0)::int as gaps
      from own`)
  return row!
}

/** Number of documents of the last run that were sent or not sent to a customer. */
async function sent(database: Database, companyId: string): Promise<{ sent: number; unsent: number }> {
  const [row] = await database.rows<{ sent: number; unsent: number }>(
    `select (count(*) filter (where is_sent))::int as sent, (count(*) filter (where not is_sent))::int as unsent
       from (select exists (select from invoice_sending s where s.invoice_id = i.invoice_id and s.status = 'SENT') as is_sent
               from invoice i where i.company_id = $1 and i.content is not null) as documents`,
    companyId,
  )
  return row!
}

/** How many documents of a customer are still to be sent, or just being sent. */
async function waiting(database: Database, companyId: string): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    `select count(*)::int as count from invoice_sending s join invoice i using (tenant_id, invoice_id)
      where i.company_id = $1 and s.status in ('PENDING', 'STARTED')`,
    companyId,
  )
  return row!.count
}

/** Documents of a customer: numbers, payment references and open amounts. */
async function documentsOf(database: Database, companyId: string) {
  return await database.rows<{ invoice_id: string; name: string; reference: string | null; total: string }>(
    `select invoice_id, name, content->'payment'->>'reference' as reference, content->'totals'->>'with_vat' as total
       from invoice where company_id = $1 and content is not null and kind = 'SALES_INVOICE'
      order by (content->'totals'->>'with_vat')::numeric desc, name`,
    companyId,
  )
}

/** Payments on the documents of a customer, in document order. */
async function paidBy(database: Database, companyId: string): Promise<string[]> {
  const rows = await database.rows<{ paid: string }>(
    `select to_char(sum(p.amount), 'FM999990.00') as paid from payment p join invoice i using (tenant_id, invoice_id)
      where i.company_id = $1 and p.reversed_at is null group by i.invoice_id, i.content, i.name
      order by (i.content->'totals'->>'with_vat')::numeric desc, i.name`,
    companyId,
  )
  return rows.map(({ paid }) => paid)
}

async function count(database: Database, text: string, ...values: unknown[]): Promise<number> {
  const [row] = await database.rows<{ count: number }>(`select count(*)::int as count ${text}`, ...values)
  return row!.count
}

/** Cells of a CSV file without quotes and byte order mark. */
function cellsOf(csv: string): string[][] {
  return csv
    .trim()
    .split('\n')
    .map((line) => line.replace('\ufeff', '').split(','))
}

// The month of the tenant, as on the page: an hour or two after it has begun, it is still the last one in UTC.
const booked = `from posting p join posting_line l using (tenant_id, posting_id)
  where p.booking_date >= date_trunc('month', now() at time zone 'Europe/Brussels')`

/** VAT on this month's sales. */
async function vatDue(database: Database): Promise<number> {
  const sum = 'select sum(l.credit - l.debit)::float8 as due'
  const [row] = await database.rows<{ due: number }>(
    `${sum} ${booked} and p.journal = 'SALES' and l.tax_base is not null`,
  )
  return row!.due
}

/** Account balances of this month, as in the trial balance file. */
async function accountsOf(database: Database): Promise<string[][]> {
  const rows = await database.rows<{ account: string; debit: string; credit: string }>(
    `select l.account, to_char(sum(l.debit), 'FM999999990.00') as debit, to_char(sum(l.credit), 'FM999999990.00') as credit
     ${booked} group by l.account`,
  )
  return rows.map(({ account, debit, credit }) => [account, debit, credit])
}

/** Bank statement with received payments. */
function camt(entries: readonly { amount: string; payer: string; text: string }[]): string {
  const lines = entries.map(
    ({
      amount,
      payer,
      text,
    }) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>${day(0)}</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${payer}</Nm></Pty></Dbtr></RltdPties>
      <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${lines.join('')}</Stmt></BkToCstmrStmt></Document>`
}

playDay('Accountant', { prepare }, (aim) => {
  aim('Logs in and sees what is ready to bill, and what is missing', { steps: 8 }, async (scene) => {
    const { page, hand, database, world } = scene
    const { email, password } = loginOf('ACCOUNTANT')
    await page.goto(`${baseUrl}/`)
    await hand.typeInto('Types the e-mail address', page.getByLabel('E-mail'), email)
    await hand.typeInto('Types the password', page.getByLabel('Password', { exact: true }), password)
    await hand.press('Signs in', 'Enter')
    await page.getByRole('navigation').getByRole('link', { name: 'Money overview' }).waitFor()
    await hand.press('Goes to', 'g')
    await hand.press('money', 'y')
    const reasons = page.getByRole('table', { name: 'By reason' })
    const ready = await count(database, `from unbilled_order where reason = 'READY'`)
    const row = reasons.getByRole('row').filter({ hasText: 'Ready to invoice' })
    await hand.sees('What is ready', row.getByRole('cell', { name: String(ready), exact: true }))
    await hand.click('Asks what waits for an approval', reasons.getByRole('link', { name: 'Approval' }))
    const waiting = page.getByRole('row').filter({ hasText: world.waiting.orderNumber })
    await hand.sees('The order, and that it waits for one', waiting.getByText('1 to approve'))
  })

  aim('Approves what an order waits for', { steps: 2 }, async ({ page, hand, database, world }) => {
    const waiting = page.getByRole('row').filter({ hasText: world.waiting.orderNumber })
    await hand.click('Opens what is to be approved', waiting.getByRole('link', { name: '1 to approve' }))
    await hand.click('Approves it', page.getByRole('button', { name: 'Approve', exact: true }))
    const reason = `select reason from unbilled_order where order_id = $1`
    const read = () => database.rows(reason, world.waiting.orderId)
    await hand.ends('The order is ready', read, [{ reason: 'READY' }])
  })

  aim('Drafts everything that is ready', { steps: 3 }, async ({ page, hand, database }) => {
    const ready = `from unbilled_order where reason = 'READY' and completed_on <= current_date`
    expect(await count(database, ready)).toBeGreaterThanOrEqual(9)
    await hand.click('Opens the runs', page.getByRole('navigation').getByRole('link', { name: 'Invoice runs' }))
    await hand.press('Starts a run', 'n')
    await hand.click('Confirms it', page.getByRole('dialog').getByRole('button', { name: 'Start run' }))
    const panel = page.getByRole('complementary', { name: 'Run' })
    await hand.sees('The drafts are ready', panel.getByText('Ready to review'))
    await hand.ends('No order that is ready is left', () => count(database, ready), 0)
  })

  aim('Finalises the run', { steps: 2 }, async ({ page, hand, database }) => {
    const { drafts } = await lastRun(database)
    await hand.click('Finalises', page.getByRole('button', { name: 'Finalise run…' }))
    await hand.click('Confirms it', page.getByRole('dialog').getByRole('button', { name: 'Finalise run' }))
    await hand.sees('It is finished', page.getByRole('complementary', { name: 'Run' }).getByText('Finished'))
    await hand.ends('Each draft has a number, without gaps', () => lastRun(database), {
      ...{ drafts: 0, documents: drafts, gaps: 0 },
    })
  })

  aim(
    'Sends what the channels of the customers did not send, and reads who could not be sent to',
    { steps: 3 },
    async (scene) => {
      const { page, hand, database, world } = scene
      const panel = page.getByRole('complementary', { name: 'Run' })
      await hand.ends(
        'Who has an address has the invoices',
        async () => (await sent(database, world.good.companyId)).unsent,
        0,
      )
      await hand.sees('How many did not arrive', panel.getByRole('link', { name: /invoices? not sent/ }))
      await hand.click('Sends them', panel.getByRole('button', { name: 'Send all' }))
      const failed = page.getByRole('dialog', { name: /^Some changes failed/ })
      await hand.isRefused(
        'A customer has no address',
        failed.getByText(/address/).first(),
        failed.getByRole('link').first(),
      )
      await hand.ends('It was tried', () => waiting(database, world.wrong.companyId), 0)
      await hand.click('Closes what was said', failed.getByRole('button', { name: 'Close' }).last())
      await hand.click('Looks at what was not sent', panel.getByRole('link', { name: /invoices? not sent/ }))
      const rows = page.getByRole('grid').getByRole('row')
      await hand.sees('The customer with the wrong address', rows.filter({ hasText: world.wrong.companyCode }))
      await hand.sees(
        'That it was not delivered',
        rows.filter({ hasText: world.wrong.companyCode }).getByText('Not delivered'),
      )
    },
  )

  aim('Corrects the address of a customer, and sends its invoices again', { steps: 12 }, async (scene) => {
    const { page, hand, database, world } = scene
    const rows = page.getByRole('grid').getByRole('row').filter({ hasText: world.wrong.companyCode })
    await hand.click('Opens one', rows.first())
    await hand.click('What was sent', page.getByRole('tab', { name: 'Sendings' }))
    await hand.sees('Why it was not delivered', page.getByText(/no such mailbox/))
    await hand.click(
      'Opens the customer',
      page.getByRole('link', { name: `Contacts of Bakkerij ${world.wrong.companyCode}` }).first(),
    )
    await hand.sees('The address that is wrong', page.getByText('ofice@wrong.example'))
    // The previous page also has this address and “Credit…”, until the next one is shown.
    await hand.click('Changes the contact', page.getByRole('button', { name: 'Edit', exact: true }).last())
    const dialog = page.getByRole('dialog')
    await hand.click('Goes to the address', dialog.getByLabel('E-mail'))
    await hand.press('Selects it', 'Control+a')
    await hand.type('Types the right one', 'office@wrong.example')
    await hand.press('Saves', 'Enter')
    await hand.seesNoMore('The dialog', dialog)
    await hand.click('Its invoices', page.getByRole('tab', { name: 'Invoices' }))
    await hand.click('All of them', page.getByRole('link', { name: /^View all \d+ documents$/ }))
    await hand.sees(
      'Both of them',
      page.getByRole('grid').getByRole('row').filter({ hasText: world.wrong.companyCode }).nth(1),
    )
    await hand.click('Chooses all', page.getByRole('checkbox', { name: 'Select all' }))
    await hand.click('Sends them', page.getByRole('button', { name: 'Send', exact: true }))
    await hand.ends('They were sent', () => sent(database, world.wrong.companyId), { sent: 2, unsent: 0 })
    expect(mail!.letters.filter((letter) => letter.includes('office@wrong.example')).length).toBeGreaterThan(0)
  })

  aim('Reads a bank statement, and sees what is paid and what is left', { steps: 6 }, async (scene) => {
    const { page, hand, database, world } = scene
    const [first, second, third] = await documentsOf(database, world.good.companyId)
    const [other] = await documentsOf(database, world.wrong.companyId)
    const payer = 'Bakkerij Janssens NV'
    const statement = camt([
      { amount: first!.total, payer, text: first!.reference ?? first!.name },
      { amount: '100.00', payer, text: `Deel van ${second!.name}` },
      { amount: (Number(third!.total) + 5).toFixed(2), payer, text: `fact. ${third!.name} + 5` },
      { amount: '17.35', payer: 'Onbekend', text: 'Terugbetaling' },
    ])
    await hand.click(
      'Opens what customers owe',
      page.getByRole('navigation').getByRole('link', { name: 'Receivables' }),
    )
    await hand.click('Takes the statement', page.getByRole('button', { name: 'Bank statement…' }))
    const dialog = page.getByRole('dialog', { name: 'Bank statement' })
    await hand.chooseFile('Chooses its file', dialog.getByLabel('File'), { name: 'camt.xml', text: statement })
    await hand.sees('What came too much', dialog.getByText('€5.00 left over'))
    for (const found of ['Pays all of it', 'Pays a part', 'More than is open', 'No invoice found'])
      await hand.sees(`A line that says “${found}”`, dialog.getByText(found))
    await hand.click('Records the payments', dialog.getByRole('button', { name: 'Record 3 payments' }))
    await hand.sees('That they are', dialog.getByText('3 payments recorded'))
    await hand.click('Closes it', dialog.getByRole('button', { name: 'Close' }).last())
    // The excess amount is not a payment of the invoice.
    const paid = [first!.total, '100.00', third!.total]
    await hand.ends('The payments are recorded', () => paidBy(database, world.good.companyId), paid)
    expect(other).toBeDefined()
    const row = page.getByRole('row').filter({ hasText: `Bakkerij ${world.good.companyCode}` })
    await hand.sees('What the customer owes', row)
  })

  aim('Reminds who is overdue', { steps: 2 }, async ({ page, hand, database }) => {
    await hand.click('Opens the reminders', page.getByRole('navigation').getByRole('link', { name: 'Reminders' }))
    const before = mail!.letters.length
    await page.getByRole('button', { name: /^Send [1-9]\d* reminders?$/ }).waitFor()
    await hand.click('Sends what is due', page.getByRole('button', { name: /^Send [1-9]\d* reminders?$/ }))
    await hand.sees('They are being sent', page.getByRole('link', { name: 'Reminders that were sent' }))
    const open = `from invoice_sending where purpose = 'REMINDER' and status <> 'SENT'`
    await hand.ends('Each reminder was sent', () => count(database, open), 0)
    expect(mail!.letters.length).toBeGreaterThan(before)
  })

  aim('Uploads the invoice of a carrier, and accepts it', { steps: 5 }, async ({ page, hand, database, world }) => {
    const number = `F-${world.key}`
    await hand.click('Opens the purchases', page.getByRole('navigation').getByRole('link', { name: 'Purchases' }))
    const file = { name: 'invoice.xml', text: ubl({ ...world.carrier, number }) }
    await hand.chooseFile('Drops the file', page.locator('input[type=file]').first(), file)
    await hand.sees('That it was placed', page.getByText('invoice.xml placed').first())
    await hand.click('Opens it', page.getByRole('grid').getByText(number))
    await hand.sees('What differs', page.getByRole('table', { name: 'Match' }).getByText('Price differs'))
    await hand.click('Accepts what was executed', page.getByRole('button', { name: /^Accept €[\d.,]+$/ }))
    const accepted = `from invoice where external_name = $1 and content is not null`
    await hand.ends('It is accepted', () => count(database, accepted, number), 1)
  })

  aim(
    'Exports the ledger, and the VAT and the trial balance of the month agree with the books',
    { steps: 7 },
    async (scene) => {
      const { page, hand, database } = scene
      await hand.click('Opens the ledger', page.getByRole('navigation').getByRole('link', { name: 'Ledger' }))
      await hand.click('Chooses the month', page.getByRole('combobox', { name: 'Month' }))
      await hand.click('This month', page.getByRole('option').first())
      const table = page.getByRole('table', { name: 'VAT' })
      await hand.sees('The VAT of the month', table)
      const taken = async (name: string) => {
        const file = page.waitForEvent('download')
        await hand.click(`Takes ${name}`, page.getByRole('link', { name }))
        return readFileSync(await (await file).path(), 'utf8')
      }
      const vat = await taken('VAT (CSV)')
      const balance = await taken('Trial balance (CSV)')
      const due = cellsOf(vat).filter(([journal]) => journal === 'Sales')
      expect(due.reduce((sum, row) => sum + Number(row[6]), 0)).toBeCloseTo(await vatDue(database), 2)
      expect(cellsOf(balance).map(([account, , debit, credit]) => [account, debit, credit])).toEqual(
        expect.arrayContaining(await accountsOf(database)),
      )
      await hand.press('Exports', 'n')
      await hand.click('Confirms it', page.getByRole('dialog').getByRole('button', { name: /^Export/ }))
      const exports = 'from ledger_export'
      await hand.ends('The file is kept', async () => (await count(database, exports)) > 0, true)
    },
  )
})
