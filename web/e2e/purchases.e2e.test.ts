import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, runAxeInBothThemes, settled, useVisit } from './browser.ts'

describe.skipIf(baseUrl === '')('purchases', { timeout: 120_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 4(04|09|22)/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test("a supplier's UBL with a dearer line is disputed; the executed amount is accepted, and its task appears", async () => {
    const carrier = await tripWithCosts(page)
    expect(await receive(page, ubl({ ...carrier, number: 'F-2026-17' }))).toEqual({})

    await page.goto(`${baseUrl}/purchases?result=DISPUTED`)
    await page.getByText('F-2026-17').first().click()
    await page.getByRole('heading', { name: /F-2026-17/ }).waitFor()
    await page.getByRole('table', { name: 'Match' }).getByText('Price differs').waitFor()
    await page.getByRole('region', { name: 'Received file' }).getByText('<cbc:ID>F-2026-17</cbc:ID>').waitFor()
    await settled(page)
    await photograph(page, 'purchase')
    expect(await runAxeInBothThemes(page)).toEqual([])

    await page.getByRole('button', { name: 'Accept executed amount' }).click()
    await page.getByText('Accepted').first().waitFor()
    const number = await nameOf(page, 'F-2026-17')
    await page.goto(`${baseUrl}/tasks`)
    await page.getByText(number).first().waitFor()
  })

  test('a document of an unknown supplier waits under To place until a person chooses the supplier', async () => {
    const { name } = await tripWithCosts(page)
    const answer = await receive(page, ubl({ name: 'Onbekend Vervoer', vat_number: '', trip: '', number: 'X-1' }))
    expect(answer.errors).toHaveLength(1)
    await page.goto(`${baseUrl}/purchases`)
    await page.getByRole('button', { name: /^To place/ }).click()
    await page.getByRole('grid', { name: 'To place' }).getByText('X-1').click()
    const panel = page.getByRole('complementary', { name: 'Document to place' })
    await panel.getByText('<cbc:ID>X-1</cbc:ID>').waitFor()
    await settled(page)
    await photograph(page, 'to-place')
    expect(await runAxeInBothThemes(page)).toEqual([])
    await panel.getByRole('button', { name: 'Choose supplier…' }).click()
    await page.getByRole('combobox', { name: 'Supplier' }).fill(name)
    await page.getByRole('option', { name }).first().click()
    await page.getByRole('button', { name: 'Place', exact: true }).click()
    await page.getByText('Document placed').waitFor()
    await page.getByText('No documents to place').waitFor()
  })
})

interface Carrier {
  name: string
  vat_number: string
  /** Name of a trip it carried out. */
  trip: string
}

/** A completed trip of a carrier with costs of 500 and 40. */
async function tripWithCosts(page: Page): Promise<Carrier> {
  type Trip = { trip_id: string; name: string; subcontractor: { company_id: string; name: string } | null }
  const { items } = await send<{ items: Trip[] }>(page, 'GET', '/app/trips?status=COMPLETED&limit=200')
  const trip = items.find(({ subcontractor }) => subcontractor !== null)
  if (!trip) throw new Error(`none of ${items.length} completed trips has a carrier`)
  for (const [description, unit_price] of [
    ['Freight', '500'],
    ['Toll', '40'],
  ]) {
    const cost = { charge_type: 'FREIGHT', description, unit_price, currency: 'EUR' }
    await send(page, 'POST', `/app/trips/${trip.trip_id}/costs`, cost)
  }
  const path = `/app/companies/${trip.subcontractor!.company_id}`
  const { company } = await send<{ company: { vat_number: string | null } }>(page, 'GET', path)
  return { name: trip.subcontractor!.name, vat_number: company.vat_number ?? '', trip: trip.name }
}

/** The number that an accepted document has. */
async function nameOf(page: Page, externalName: string): Promise<string> {
  type Found = { items: { name: string | null }[] }
  const { items } = await send<Found>(page, 'GET', `/app/purchases?q=${externalName}`)
  return items[0]!.name!
}

/** Posts a document to the webhook, as an access point does. */
async function receive(page: Page, data: string): Promise<{ errors?: unknown[] }> {
  const name = 'Access point'
  type Secret = { client_id: string; client_secret: string }
  const { client_id, client_secret } = await send<Secret>(page, 'POST', '/app/webhook-credentials', { name })
  const answer = await fetch(`${baseUrl}/v1/webhook/e-invoicing`, {
    method: 'POST',
    headers: {
      'content-type': 'application/xml',
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
    },
    body: data,
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { errors?: unknown[] }
}

/** An invoice of two lines, the first 25.00 dearer than what was executed. */
function ubl({ name, vat_number, trip, number }: Carrier & { number: string }): string {
  const amount = (member: string, value: string) => `<cbc:${member} currencyID="EUR">${value}</cbc:${member}>`
  const vat = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>'
  const isBelgian = vat_number.startsWith('BE')
  const [category, percent, tax, gross] = isBelgian ? ['S', '21', '118.65', '683.65'] : ['AE', '0', '0.00', '565.00']
  const line = (id: number, text: string, value: string) => `
  <cac:InvoiceLine><cbc:ID>${id}</cbc:ID><cbc:InvoicedQuantity unitCode="C62">1</cbc:InvoicedQuantity>
    ${amount('LineExtensionAmount', value)}
    <cac:Item><cbc:Name>${text} ${trip}</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>${category}</cbc:ID>
      <cbc:Percent>${percent}</cbc:Percent>${vat}</cac:ClassifiedTaxCategory></cac:Item>
    <cac:Price>${amount('PriceAmount', value)}</cac:Price></cac:InvoiceLine>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>${number}</cbc:ID>
  <cbc:IssueDate>${day(0)}</cbc:IssueDate><cbc:DueDate>${day(30)}</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party>
    <cac:PartyTaxScheme><cbc:CompanyID>${vat_number}</cbc:CompanyID>${vat}</cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:TaxTotal>${amount('TaxAmount', tax)}</cac:TaxTotal>
  <cac:LegalMonetaryTotal>${amount('LineExtensionAmount', '565.00')}${amount('TaxExclusiveAmount', '565.00')}
    ${amount('TaxInclusiveAmount', gross)}${amount('PayableAmount', gross)}</cac:LegalMonetaryTotal>
  ${line(1, 'Freight', '525.00')}${line(2, 'Toll', '40.00')}
</Invoice>`
}

function day(later: number): string {
  return new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
}

/** Keeps a picture where PICTURES says so. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Calls the server as the page does. */
async function send<Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> {
  return await page.evaluate(
    async (request) => {
      const session = await (await fetch('/app/session')).json()
      const headers = {
        'content-type': 'application/json',
        'x-csrf-token': session.csrf_token,
        'idempotency-key': crypto.randomUUID(),
      }
      const { method, path, body } = request
      const answer = await fetch(path, { method, ...(body && { headers, body: JSON.stringify(body) }) })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return await answer.json()
    },
    { method, path, body },
  )
}
