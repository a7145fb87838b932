import type { Adjustment, EInvoice, ELine, EParty, Identifier, VatCategory, VatRow } from './terms.rules.ts'
import { type ReadElement, readXml, UnreadableXml } from './xml-read.rules.ts'

/**
 * Reads a Cross Industry Invoice (UN/CEFACT D16B), the syntax inside Factur-X and ZUGFeRD, by the terms of EN 16931.
 * @throws UnreadableXml when it is not XML, or not a Cross Industry Invoice
 */
export function readCii(text: string): EInvoice {
  const root = readXml(text)
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
  return {
    specification: root.text('ExchangedDocumentContext.GuidelineSpecifiedDocumentContextParameter.ID') ?? '',
    process: root.text('ExchangedDocumentContext.BusinessProcessSpecifiedDocumentContextParameter.ID'),
    number: root.text('ExchangedDocument.ID') ?? '',
    issued_on: dayOf(root.text('ExchangedDocument.IssueDateTime.DateTimeString')) ?? '',
    type_code: root.text('ExchangedDocument.TypeCode') ?? '',
    currency,
    vat_currency: other,
    due_on: dayOf(settlement?.text('SpecifiedTradePaymentTerms.DueDateDateTime.DateTimeString') ?? null),
    buyer_reference: agreement?.text('BuyerReference') ?? null,
    contract: agreement?.text('ContractReferencedDocument.IssuerAssignedID') ?? null,
    purchase_order: agreement?.text('BuyerOrderReferencedDocument.IssuerAssignedID') ?? null,
    sales_order: agreement?.text('SellerOrderReferencedDocument.IssuerAssignedID') ?? null,
    despatch_advice: delivery?.text('DespatchAdviceReferencedDocument.IssuerAssignedID') ?? null,
    payment_terms: settlement?.text('SpecifiedTradePaymentTerms.Description') ?? null,
    note: root.text('ExchangedDocument.IncludedNote.Content'),
    preceding: referenced.map((one) => ({
      number: one.text('IssuerAssignedID') ?? '',
      issued_on: dayOf(one.text('FormattedIssueDateTime.DateTimeString')),
    })),
    seller: partyOf(agreement?.first('SellerTradeParty')),
    buyer: partyOf(agreement?.first('BuyerTradeParty')),
    delivery: null,
    period: null,
    payment: paymentOf(settlement),
    adjustments: (settlement?.all('SpecifiedTradeAllowanceCharge') ?? []).map(adjustmentOf),
    totals: totalsOf(settlement, currency),
    vat_in_vat_currency: other === null ? null : taxTotalIn(settlement, other),
    vat: (settlement?.all('ApplicableTradeTax') ?? []).map(vatRowOf),
    attachments: [],
    lines: (trade?.all('IncludedSupplyChainTradeLineItem') ?? []).map(lineOf),
  }
}

/** `20261031` is how the syntax writes a day. */
function dayOf(text: string | null): string | null {
  const plain = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text ?? '')
  return plain ? `${plain[1]}-${plain[2]}-${plain[3]}` : null
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
    address: {
      street: address?.text('LineOne') ?? null,
      second_line: address?.text('LineTwo') ?? null,
      city: address?.text('CityName') ?? null,
      postal_code: address?.text('PostcodeCode') ?? null,
      region: address?.text('CountrySubDivisionName') ?? null,
      country: address?.text('CountryID') ?? '',
    },
    contact: null,
  }
}

function paymentOf(settlement: ReadElement | undefined): EInvoice['payment'] {
  const means = settlement?.first('SpecifiedTradeSettlementPaymentMeans')
  if (!means) return null
  return {
    means: means.text('TypeCode') ?? '',
    reference: settlement?.text('PaymentReference') ?? null,
    account: means.text('PayeePartyCreditorFinancialAccount.IBANID'),
    account_name: means.text('PayeePartyCreditorFinancialAccount.AccountName'),
    bank: means.text('PayeeSpecifiedCreditorFinancialInstitution.BICID'),
  }
}

function categoryOf(tax: ReadElement | undefined): VatCategory {
  return { category: tax?.text('CategoryCode') ?? '', rate: tax?.text('RateApplicablePercent') ?? null }
}

function adjustmentOf(one: ReadElement): Adjustment {
  return {
    kind: one.text('ChargeIndicator.Indicator') === 'true' ? 'CHARGE' : 'ALLOWANCE',
    amount: one.text('ActualAmount') ?? '',
    base: one.text('BasisAmount'),
    percentage: one.text('CalculationPercent'),
    reason: one.text('Reason'),
    reason_code: one.text('ReasonCode'),
    ...categoryOf(one.first('CategoryTradeTax')),
  }
}

function taxTotalIn(settlement: ReadElement | undefined, currency: string): string | null {
  const totals = settlement?.all('SpecifiedTradeSettlementHeaderMonetarySummation.TaxTotalAmount') ?? []
  return totals.find((one) => one.attribute('currencyID') === currency)?.value() ?? null
}

function totalsOf(settlement: ReadElement | undefined, currency: string): EInvoice['totals'] {
  const total = (name: string) => settlement?.text(`SpecifiedTradeSettlementHeaderMonetarySummation.${name}`) ?? null
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
    base: row.text('BasisAmount') ?? '',
    tax: row.text('CalculatedAmount') ?? '',
    reason_code: row.text('ExemptionReasonCode'),
    reason: row.text('ExemptionReason'),
  }
}

function lineOf(line: ReadElement): ELine {
  const quantity = line.first('SpecifiedLineTradeDelivery.BilledQuantity')
  const price = line.first('SpecifiedLineTradeAgreement.NetPriceProductTradePrice')
  const settled = line.first('SpecifiedLineTradeSettlement')
  return {
    id: line.text('AssociatedDocumentLineDocument.LineID') ?? '',
    note: line.text('AssociatedDocumentLineDocument.IncludedNote.Content'),
    order_number: settled?.text('AdditionalReferencedDocument.IssuerAssignedID') ?? null,
    quantity: quantity?.value() ?? '',
    unit: quantity?.attribute('unitCode') ?? '',
    amount: settled?.text('SpecifiedTradeSettlementLineMonetarySummation.LineTotalAmount') ?? '',
    accounting_cost: settled?.text('ReceivableSpecifiedTradeAccountingAccount.ID') ?? null,
    period: null,
    price: price?.text('ChargeAmount') ?? '',
    price_quantity: price?.text('BasisQuantity') ?? null,
    name: line.text('SpecifiedTradeProduct.Name') ?? '',
    description: line.text('SpecifiedTradeProduct.Description'),
    code: line.text('SpecifiedTradeProduct.SellerAssignedID'),
    ...categoryOf(settled?.first('ApplicableTradeTax')),
  }
}
