import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { baseUrl } from './browser.ts'
import { day, send } from './calls.ts'

/** Sender of a document, and its trip. */
export interface Carrier {
  name: string
  vat_number: string
  /** Name of a trip that it carried out. */
  trip: string
}

/** A carrier's completed trip with costs of 500 and 40. */
export async function tripWithCosts(page: Page): Promise<Carrier> {
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

/** Posts a document to the webhook, as an access point does. */
export async function receive(page: Page, data: string, type = 'application/xml'): Promise<{ errors?: unknown[] }> {
  const name = 'Access point'
  type Secret = { client_id: string; client_secret: string }
  const { client_id, client_secret } = await send<Secret>(page, 'POST', '/app/webhook-credentials', { name })
  const answer = await fetch(`${baseUrl}/v1/webhook/e-invoicing`, {
    method: 'POST',
    headers: {
      'content-type': type,
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
    },
    body: data,
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { errors?: unknown[] }
}

/** A credit note of one line as JSON, without VAT. */
export function creditNote({ name, vat_number }: Carrier, number: string, amount: string): string {
  const tax_rate = { percentage: 0, tax_type: 'REVERSE_CHARGE' }
  return JSON.stringify({
    ...{
      name: number,
      date: day(0),
      currency: 'EUR',
      invoice_type: 'PURCHASE_CREDIT_NOTE',
      supplier: { name, vat_number },
    },
    ...{ total_excl_tax: `-${amount}`, total_tax: '0.00', total_incl_tax: `-${amount}` },
    line_items: [{ description: 'Correction', amount: `-${amount}`, currency: 'EUR', tax_rate }],
  })
}

/** An invoice of two lines, the first 25.00 higher than the executed costs. */
export function ubl({
  name,
  vat_number,
  trip,
  number,
  account,
}: Carrier & { number: string; account?: string }): string {
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
  ${account === undefined ? '' : transferTo(account)}
  <cac:TaxTotal>${amount('TaxAmount', tax)}</cac:TaxTotal>
  <cac:LegalMonetaryTotal>${amount('LineExtensionAmount', '565.00')}${amount('TaxExclusiveAmount', '565.00')}
    ${amount('TaxInclusiveAmount', gross)}${amount('PayableAmount', gross)}</cac:LegalMonetaryTotal>
  ${line(1, 'Freight', '525.00')}${line(2, 'Toll', '40.00')}
</Invoice>`
}

function transferTo(account: string): string {
  const payee = `<cac:PayeeFinancialAccount><cbc:ID>${account}</cbc:ID></cac:PayeeFinancialAccount>`
  return `<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>${payee}</cac:PaymentMeans>`
}
