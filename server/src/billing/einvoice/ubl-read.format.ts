import { mainPayment, type Payee, type ReceivedEInvoice, type ReceivedELine } from './received.rules.ts'
import type {
  Adjustment,
  Attachment,
  EAddress,
  EContact,
  EInvoice,
  EParty,
  Identifier,
  Payment,
  Period,
  VatCategory,
  VatRow,
} from './terms.rules.ts'
import { type ReadElement, readXml, UnreadableXml } from './xml-read.format.ts'

/** Maximum number of texts stored that no term covers. */
export const mostOther = 2_000

/**
 * Reads a UBL 2.1 invoice or credit note of any sender. Missing values are an empty text or null; the rules decide
 * which of them matter.
 * @throws UnreadableXml if it is not XML, or not a UBL Invoice or CreditNote
 */
export function readUbl(text: string): ReceivedEInvoice {
  return ublTerms(readXml(text))
}

/**
 * Reads the terms of a UBL document.
 * @throws UnreadableXml if it is another document
 */
export function ublTerms(root: ReadElement): ReceivedEInvoice {
  if (root.name !== 'Invoice' && root.name !== 'CreditNote') {
    throw new UnreadableXml(`The XML is “${root.name}”, not an Invoice or CreditNote of UBL.`)
  }
  const supplier = root.first('AccountingSupplierParty.Party')
  const currency = root.text('DocumentCurrencyCode') ?? ''
  const other = root.text('TaxCurrencyCode')
  const payments = root.all('PaymentMeans').map(paymentOf)
  const terms = {
    root: root.name === 'CreditNote' ? ('CREDIT_NOTE' as const) : ('INVOICE' as const),
    specification: root.text('CustomizationID') ?? '',
    process: root.text('ProfileID'),
    number: root.text('ID') ?? '',
    issued_on: root.day('IssueDate') ?? '',
    type_code: root.text(`${root.name}TypeCode`) ?? (root.name === 'CreditNote' ? '381' : ''),
    currency,
    vat_currency: other,
    due_on: root.day('DueDate') ?? root.day('PaymentMeans.PaymentDueDate'),
    buyer_reference: root.text('BuyerReference'),
    contract: root.text('ContractDocumentReference.ID'),
    purchase_order: purchaseOrderOf(root),
    sales_order: root.text('OrderReference.SalesOrderID'),
    despatch_advice: root.text('DespatchDocumentReference.ID'),
    payment_terms: root.texts('PaymentTerms.Note'),
    note: root.texts('Note'),
    preceding: root
      .all('BillingReference.InvoiceDocumentReference')
      .map((one) => ({ number: one.text('ID') ?? '', issued_on: one.day('IssueDate') })),
    seller: partyOf(supplier),
    buyer: partyOf(root.first('AccountingCustomerParty.Party')),
    payee: payeeOf(root.first('PayeeParty')),
    delivery: deliveryOf(root.first('Delivery')),
    period: periodOf(root.first('InvoicePeriod')),
    payments,
    payment: mainPayment(payments),
    adjustments: root.all('AllowanceCharge').map(adjustmentOf),
    totals: totalsOf(root, currency, other),
    vat_in_vat_currency: other === null ? null : taxTotalIn(root, other),
    vat: vatRowsOf(root, currency, other),
    attachments: root.all('AdditionalDocumentReference').map(attachmentOf),
    lines: root.all(`${root.name}Line`).map((line) => lineOf(line, root.name)),
  }
  return { ...terms, unreadable: root.unreadable(), other: root.unused(mostOther) }
}

/** `NA` means that the buyer's order is unknown. */
function purchaseOrderOf(root: ReadElement): string | null {
  const id = root.text('OrderReference.ID')
  return id === 'NA' && root.text('OrderReference.SalesOrderID') !== null ? null : id
}

function identifierOf(element: ReadElement | undefined): Identifier | null {
  const id = element?.value() ?? null
  return id === null ? null : { scheme: element!.attribute('schemeID'), id }
}

function partyOf(party: ReadElement | undefined): EParty {
  const schemes = party?.all('PartyTaxScheme') ?? []
  const numberOf = (isVat: boolean) =>
    schemes.find((one) => (one.text('TaxScheme.ID')?.toUpperCase() === 'VAT') === isVat)?.text('CompanyID') ?? null
  return {
    name: party?.text('PartyLegalEntity.RegistrationName') ?? party?.text('PartyName.Name') ?? '',
    electronic_address: identifierOf(party?.first('EndpointID')),
    registration: identifierOf(party?.first('PartyLegalEntity.CompanyID')),
    vat_number: numberOf(true),
    tax_number: numberOf(false),
    address: addressOf(party?.first('PostalAddress')),
    contact: contactOf(party?.first('Contact')),
  }
}

function addressOf(address: ReadElement | undefined): EAddress {
  return {
    street: address?.text('StreetName') ?? null,
    second_line: address?.text('AdditionalStreetName') ?? null,
    city: address?.text('CityName') ?? null,
    postal_code: address?.text('PostalZone') ?? null,
    region: address?.text('CountrySubentity') ?? null,
    country: address?.text('Country.IdentificationCode') ?? '',
  }
}

function contactOf(contact: ReadElement | undefined): EContact | null {
  if (!contact) return null
  return { name: contact.text('Name'), phone: contact.text('Telephone'), email: contact.text('ElectronicMail') }
}

/** The payee's trading name, else its registered name. */
function payeeOf(party: ReadElement | undefined): Payee | null {
  if (!party) return null
  return {
    name: party.text('PartyName.Name') ?? party.text('PartyLegalEntity.RegistrationName') ?? '',
    id: party.text('PartyIdentification.ID') ?? party.text('PartyLegalEntity.CompanyID'),
  }
}

function deliveryOf(delivery: ReadElement | undefined): EInvoice['delivery'] {
  if (!delivery) return null
  const address = delivery.first('DeliveryLocation.Address')
  return {
    delivered_on: delivery.day('ActualDeliveryDate'),
    name: delivery.text('DeliveryParty.PartyName.Name'),
    address: address ? addressOf(address) : null,
  }
}

function periodOf(period: ReadElement | undefined): Period | null {
  return period ? { from: period.day('StartDate'), to: period.day('EndDate') } : null
}

function paymentOf(payment: ReadElement): Payment {
  return {
    means: payment.text('PaymentMeansCode') ?? '',
    reference: payment.text('PaymentID'),
    account: payment.text('PayeeFinancialAccount.ID'),
    account_name: payment.text('PayeeFinancialAccount.Name'),
    bank: payment.text('PayeeFinancialAccount.FinancialInstitutionBranch.ID'),
  }
}

function categoryOf(element: ReadElement | undefined): VatCategory {
  return { category: element?.text('ID') ?? '', rate: element?.decimal('Percent') ?? null }
}

function adjustmentOf(one: ReadElement): Adjustment {
  return {
    kind: one.truth('ChargeIndicator') === true ? 'CHARGE' : 'ALLOWANCE',
    amount: one.decimal('Amount') ?? '',
    base: one.decimal('BaseAmount'),
    percentage: one.decimal('MultiplierFactorNumeric'),
    reason: one.text('AllowanceChargeReason'),
    reason_code: one.text('AllowanceChargeReasonCode'),
    ...categoryOf(one.first('TaxCategory')),
  }
}

/** VAT total in one currency: the first that names it. */
function taxTotalIn(root: ReadElement, currency: string): string | null {
  const amounts = root.all('TaxTotal.TaxAmount')
  return amounts.find((one) => one.attribute('currencyID') === currency)?.number() ?? null
}

/**
 * VAT rows in the document currency. A second total is in the national currency, and some senders add rows to it too.
 */
function vatRowsOf(root: ReadElement, currency: string, other: string | null): VatRow[] {
  const totals = root.all('TaxTotal')
  const isOwn = (total: ReadElement) => total.first('TaxAmount')?.attribute('currencyID') !== other
  const own = other === null || other === currency ? totals : totals.filter(isOwn)
  return own.flatMap((total) => total.all('TaxSubtotal')).map(vatRowOf)
}

function totalsOf(root: ReadElement, currency: string, other: string | null): EInvoice['totals'] {
  const total = (name: string) => root.decimal(`LegalMonetaryTotal.${name}`)
  const vat = taxTotalIn(root, currency) ?? (other === null ? root.decimal('TaxTotal.TaxAmount') : null)
  return {
    lines: total('LineExtensionAmount') ?? '',
    allowances: total('AllowanceTotalAmount'),
    charges: total('ChargeTotalAmount'),
    without_vat: total('TaxExclusiveAmount') ?? '',
    vat: vat ?? '',
    with_vat: total('TaxInclusiveAmount') ?? '',
    prepaid: total('PrepaidAmount'),
    rounding: total('PayableRoundingAmount'),
    payable: total('PayableAmount') ?? '',
  }
}

function vatRowOf(row: ReadElement): VatRow {
  const category = row.first('TaxCategory')
  return {
    ...categoryOf(category),
    base: row.decimal('TaxableAmount') ?? '',
    tax: row.decimal('TaxAmount') ?? '',
    reason_code: category?.text('TaxExemptionReasonCode') ?? null,
    reason: category?.text('TaxExemptionReason') ?? null,
  }
}

function attachmentOf(reference: ReadElement): Attachment {
  const file = reference.first('Attachment.EmbeddedDocumentBinaryObject')
  const base64 = file?.value() ?? null
  return {
    id: reference.text('ID') ?? '',
    description: reference.texts('DocumentDescription'),
    content:
      file === undefined || base64 === null
        ? null
        : { type: file.attribute('mimeCode') ?? '', file_name: file.attribute('filename') ?? '', base64 },
  }
}

function lineOf(line: ReadElement, root: string): ReceivedELine {
  const quantity = line.first(root === 'CreditNote' ? 'CreditedQuantity' : 'InvoicedQuantity')
  const price = line.first('Price')
  return {
    id: line.text('ID') ?? '',
    note: line.texts('Note'),
    order_number: line.text('DocumentReference.ID'),
    quantity: quantity?.number() ?? '',
    unit: quantity?.attribute('unitCode') ?? '',
    amount: line.decimal('LineExtensionAmount') ?? '',
    accounting_cost: line.text('AccountingCost'),
    period: periodOf(line.first('InvoicePeriod')),
    price: price?.decimal('PriceAmount') ?? '',
    price_quantity: price?.decimal('BaseQuantity') ?? null,
    price_unit: price?.first('BaseQuantity')?.attribute('unitCode') ?? null,
    gross_price: price?.decimal('AllowanceCharge.BaseAmount') ?? null,
    adjustments: line.all('AllowanceCharge').map((one) => ({
      kind: one.truth('ChargeIndicator') === true ? 'CHARGE' : 'ALLOWANCE',
      amount: one.decimal('Amount') ?? '',
      reason: one.text('AllowanceChargeReason') ?? one.text('AllowanceChargeReasonCode'),
    })),
    named: ['OrderLineReference.OrderReference.ID', 'DespatchLineReference.DocumentReference.ID'].flatMap((path) =>
      line.all(path).flatMap((one) => one.value() ?? []),
    ),
    name: line.text('Item.Name') ?? '',
    description: line.texts('Item.Description'),
    code: line.text('Item.SellersItemIdentification.ID'),
    ...categoryOf(line.first('Item.ClassifiedTaxCategory')),
  }
}
