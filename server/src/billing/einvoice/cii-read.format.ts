import {
  type LineAdjustment,
  mainPayment,
  type Payee,
  type ReceivedEInvoice,
  type ReceivedELine,
} from './received.rules.ts'
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
import { mostOther } from './ubl-read.format.ts'
import { type ReadElement, readXml, UnreadableXml } from './xml-read.format.ts'

/**
 * Reads a Cross Industry Invoice (UN/CEFACT D16B), the syntax inside Factur-X and ZUGFeRD, into the terms of EN 16931.
 * @throws UnreadableXml if it is not XML, or not a Cross Industry Invoice
 */
export function readCii(text: string): ReceivedEInvoice {
  return ciiTerms(readXml(text))
}

/**
 * Reads the terms of a Cross Industry Invoice.
 * @throws UnreadableXml if it is another document
 */
export function ciiTerms(root: ReadElement): ReceivedEInvoice {
  if (root.name !== 'CrossIndustryInvoice') {
    throw new UnreadableXml(`The XML is “${root.name}”, not a Cross Industry Invoice.`)
  }
  const trade = root.first('SupplyChainTradeTransaction')
  const agreement = trade?.first('ApplicableHeaderTradeAgreement')
  const delivery = trade?.first('ApplicableHeaderTradeDelivery')
  const settlement = trade?.first('ApplicableHeaderTradeSettlement')
  const currency = settlement?.text('InvoiceCurrencyCode') ?? ''
  const other = settlement?.text('TaxCurrencyCode') ?? null
  const referenced = settlement?.all('InvoiceReferencedDocument') ?? []
  const payments = paymentsOf(settlement)
  const terms = {
    root: 'INVOICE' as const,
    specification: root.text('ExchangedDocumentContext.GuidelineSpecifiedDocumentContextParameter.ID') ?? '',
    process: root.text('ExchangedDocumentContext.BusinessProcessSpecifiedDocumentContextParameter.ID'),
    number: root.text('ExchangedDocument.ID') ?? '',
    issued_on: dayIn(root, 'ExchangedDocument.IssueDateTime') ?? '',
    type_code: root.text('ExchangedDocument.TypeCode') ?? '',
    currency,
    vat_currency: other,
    due_on: dayIn(settlement, 'SpecifiedTradePaymentTerms.DueDateDateTime'),
    buyer_reference: agreement?.text('BuyerReference') ?? null,
    contract: agreement?.text('ContractReferencedDocument.IssuerAssignedID') ?? null,
    purchase_order: agreement?.text('BuyerOrderReferencedDocument.IssuerAssignedID') ?? null,
    sales_order: agreement?.text('SellerOrderReferencedDocument.IssuerAssignedID') ?? null,
    despatch_advice: delivery?.text('DespatchAdviceReferencedDocument.IssuerAssignedID') ?? null,
    payment_terms: settlement?.texts('SpecifiedTradePaymentTerms.Description') ?? null,
    note: root.texts('ExchangedDocument.IncludedNote.Content'),
    preceding: referenced.map((one) => ({
      number: one.text('IssuerAssignedID') ?? '',
      issued_on: dayIn(one, 'FormattedIssueDateTime'),
    })),
    seller: partyOf(agreement?.first('SellerTradeParty')),
    buyer: partyOf(agreement?.first('BuyerTradeParty')),
    payee: payeeOf(settlement?.first('PayeeTradeParty')),
    delivery: deliveryOf(delivery),
    period: periodOf(settlement?.first('BillingSpecifiedPeriod')),
    payments,
    payment: mainPayment(payments),
    adjustments: [
      ...(settlement?.all('SpecifiedTradeAllowanceCharge') ?? []).map(adjustmentOf),
      ...(settlement?.all('SpecifiedLogisticsServiceCharge') ?? []).map(serviceChargeOf),
    ],
    totals: totalsOf(settlement, currency),
    vat_in_vat_currency: other === null ? null : taxTotalIn(settlement, other),
    vat: (settlement?.all('ApplicableTradeTax') ?? []).map(vatRowOf),
    attachments: (agreement?.all('AdditionalReferencedDocument') ?? []).map(attachmentOf),
    lines: (trade?.all('IncludedSupplyChainTradeLineItem') ?? []).map(lineOf),
  }
  return { ...terms, unreadable: root.unreadable(), other: root.unused(mostOther) }
}

/** A date or timestamp: senders use UN/CEFACT text or an XML Schema date. */
function dayIn(element: ReadElement | undefined, path: string): string | null {
  return element?.day(`${path}.DateTimeString`) ?? element?.day(`${path}.DateTime`) ?? null
}

function periodOf(period: ReadElement | undefined): Period | null {
  return period ? { from: dayIn(period, 'StartDateTime'), to: dayIn(period, 'EndDateTime') } : null
}

function deliveryOf(delivery: ReadElement | undefined): EInvoice['delivery'] {
  const party = delivery?.first('ShipToTradeParty')
  const delivered_on = dayIn(delivery, 'ActualDeliverySupplyChainEvent.OccurrenceDateTime')
  if (!party && delivered_on === null) return null
  const address = party?.first('PostalTradeAddress')
  return { delivered_on, name: party?.text('Name') ?? null, address: address ? addressOf(address) : null }
}

function payeeOf(party: ReadElement | undefined): Payee | null {
  if (!party) return null
  const id = party.text('ID') ?? party.text('GlobalID') ?? party.text('SpecifiedLegalOrganization.ID')
  return { name: party.text('Name') ?? '', id }
}

/** Type code 916 is a supporting document. References with other codes are kept as well. */
function attachmentOf(reference: ReadElement): Attachment {
  const file = reference.first('AttachmentBinaryObject')
  const base64 = file?.value() ?? null
  return {
    id: reference.text('IssuerAssignedID') ?? '',
    description: reference.text('Name'),
    content:
      file === undefined || base64 === null
        ? null
        : { type: file.attribute('mimeCode') ?? '', file_name: file.attribute('filename') ?? '', base64 },
  }
}

/** Freight and handling in a separate list (Factur-X EXTENDED) are treated as surcharges. */
function serviceChargeOf(one: ReadElement): Adjustment {
  return {
    kind: 'CHARGE',
    amount: one.decimal('AppliedAmount') ?? '',
    ...{ base: null, percentage: null, reason: one.text('Description'), reason_code: null },
    ...categoryOf(one.first('AppliedTradeTax')),
  }
}

function identifierOf(element: ReadElement | undefined): Identifier | null {
  const id = element?.value() ?? null
  return id === null ? null : { scheme: element!.attribute('schemeID'), id }
}

function partyOf(party: ReadElement | undefined): EParty {
  const numbers = party?.all('SpecifiedTaxRegistration.ID') ?? []
  const numberOf = (scheme: string) => numbers.find((one) => one.attribute('schemeID') === scheme)?.value() ?? null
  const address = party?.first('PostalTradeAddress')
  return {
    name: party?.text('Name') ?? '',
    electronic_address: identifierOf(party?.first('URIUniversalCommunication.URIID')),
    registration: identifierOf(party?.first('SpecifiedLegalOrganization.ID')),
    vat_number: numberOf('VA'),
    tax_number: numberOf('FC'),
    address: addressOf(address),
    contact: contactOf(party?.first('DefinedTradeContact')),
  }
}

function addressOf(address: ReadElement | undefined): EAddress {
  return {
    street: address?.text('LineOne') ?? null,
    second_line: address?.text('LineTwo') ?? null,
    city: address?.text('CityName') ?? null,
    postal_code: address?.text('PostcodeCode') ?? null,
    region: address?.text('CountrySubDivisionName') ?? null,
    country: address?.text('CountryID') ?? '',
  }
}

function contactOf(contact: ReadElement | undefined): EContact | null {
  if (!contact) return null
  return {
    name: contact.text('PersonName') ?? contact.text('DepartmentName'),
    phone: contact.text('TelephoneUniversalCommunication.CompleteNumber'),
    email: contact.text('EmailURIUniversalCommunication.URIID'),
  }
}

function paymentsOf(settlement: ReadElement | undefined): Payment[] {
  const reference = settlement?.text('PaymentReference') ?? null
  return (settlement?.all('SpecifiedTradeSettlementPaymentMeans') ?? []).map((means) => {
    const account = means.first('PayeePartyCreditorFinancialAccount')
    return {
      means: means.text('TypeCode') ?? '',
      reference,
      account: account?.text('IBANID') ?? account?.text('ProprietaryID') ?? null,
      account_name: account?.text('AccountName') ?? null,
      bank: means.text('PayeeSpecifiedCreditorFinancialInstitution.BICID'),
    }
  })
}

function categoryOf(tax: ReadElement | undefined): VatCategory {
  return { category: tax?.text('CategoryCode') ?? '', rate: tax?.decimal('RateApplicablePercent') ?? null }
}

function adjustmentOf(one: ReadElement): Adjustment {
  return {
    kind: one.truth('ChargeIndicator.Indicator') === true ? 'CHARGE' : 'ALLOWANCE',
    amount: one.decimal('ActualAmount') ?? '',
    base: one.decimal('BasisAmount'),
    percentage: one.decimal('CalculationPercent'),
    reason: one.text('Reason'),
    reason_code: one.text('ReasonCode'),
    ...categoryOf(one.first('CategoryTradeTax')),
  }
}

/** ZUGFeRD 1 uses one name for the totals of the document and of a line. */
function sumsOf(element: ReadElement | undefined, level: 'Header' | 'Line'): ReadElement | undefined {
  return (
    element?.first(`SpecifiedTradeSettlement${level}MonetarySummation`) ??
    element?.first('SpecifiedTradeSettlementMonetarySummation')
  )
}

function taxTotalIn(settlement: ReadElement | undefined, currency: string): string | null {
  const totals = sumsOf(settlement, 'Header')?.all('TaxTotalAmount') ?? []
  return totals.find((one) => one.attribute('currencyID') === currency)?.number() ?? null
}

function totalsOf(settlement: ReadElement | undefined, currency: string): EInvoice['totals'] {
  const sums = sumsOf(settlement, 'Header')
  const total = (name: string) => sums?.decimal(name) ?? null
  return {
    lines: total('LineTotalAmount') ?? '',
    allowances: total('AllowanceTotalAmount'),
    charges: total('ChargeTotalAmount'),
    without_vat: total('TaxBasisTotalAmount') ?? '',
    vat: taxTotalIn(settlement, currency) ?? total('TaxTotalAmount') ?? '',
    with_vat: total('GrandTotalAmount') ?? '',
    prepaid: total('TotalPrepaidAmount'),
    rounding: total('RoundingAmount'),
    payable: total('DuePayableAmount') ?? '',
  }
}

function vatRowOf(row: ReadElement): VatRow {
  return {
    ...categoryOf(row),
    base: row.decimal('BasisAmount') ?? '',
    tax: row.decimal('CalculatedAmount') ?? '',
    reason_code: row.text('ExemptionReasonCode'),
    reason: row.text('ExemptionReason'),
  }
}

function lineOf(line: ReadElement): ReceivedELine {
  const quantity = line.first('SpecifiedLineTradeDelivery.BilledQuantity')
  const agreement = line.first('SpecifiedLineTradeAgreement')
  const price = agreement?.first('NetPriceProductTradePrice')
  const settled = line.first('SpecifiedLineTradeSettlement')
  return {
    id: line.text('AssociatedDocumentLineDocument.LineID') ?? '',
    note: line.texts('AssociatedDocumentLineDocument.IncludedNote.Content'),
    order_number: settled?.text('AdditionalReferencedDocument.IssuerAssignedID') ?? null,
    quantity: quantity?.number() ?? '',
    unit: quantity?.attribute('unitCode') ?? '',
    amount: sumsOf(settled, 'Line')?.decimal('LineTotalAmount') ?? '',
    accounting_cost: settled?.text('ReceivableSpecifiedTradeAccountingAccount.ID') ?? null,
    period: periodOf(settled?.first('BillingSpecifiedPeriod')),
    price: price?.decimal('ChargeAmount') ?? '',
    price_quantity: price?.decimal('BasisQuantity') ?? null,
    price_unit: price?.first('BasisQuantity')?.attribute('unitCode') ?? null,
    gross_price: agreement?.decimal('GrossPriceProductTradePrice.ChargeAmount') ?? null,
    adjustments: (settled?.all('SpecifiedTradeAllowanceCharge') ?? []).map(lineAdjustmentOf),
    named: [
      ...(agreement?.all('BuyerOrderReferencedDocument.IssuerAssignedID') ?? []),
      ...line.all('SpecifiedLineTradeDelivery.DespatchAdviceReferencedDocument.IssuerAssignedID'),
    ].flatMap((one) => one.value() ?? []),
    name: line.text('SpecifiedTradeProduct.Name') ?? '',
    description: line.text('SpecifiedTradeProduct.Description'),
    code: line.text('SpecifiedTradeProduct.SellerAssignedID'),
    ...categoryOf(settled?.first('ApplicableTradeTax')),
  }
}

function lineAdjustmentOf(one: ReadElement): LineAdjustment {
  return {
    kind: one.truth('ChargeIndicator.Indicator') === true ? 'CHARGE' : 'ALLOWANCE',
    amount: one.decimal('ActualAmount') ?? '',
    reason: one.text('Reason') ?? one.text('ReasonCode'),
  }
}
