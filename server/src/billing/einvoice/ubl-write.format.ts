import {
  type Adjustment,
  type Attachment,
  type Delivery,
  type EAddress,
  type EInvoice,
  type ELine,
  type EParty,
  type Identifier,
  isCreditNote,
  type Payment,
  type Period,
  type VatCategory,
  type VatRow,
} from './terms.rules.ts'
import { branch, documentText, leaf, type MaybeElement } from './xml.format.ts'

const components = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

/**
 * Writes a document as UBL 2.1, with elements in schema order. The same document gives the same bytes. Custom code,
 * because the available library recompiles its schema for each document.
 */
export function writeUbl(document: EInvoice): string {
  const name = isCreditNote(document) ? 'CreditNote' : 'Invoice'
  const root = branch(name, ...head(document), ...body(document))!
  return documentText(root, { '': `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`, ...components })
}

/** Elements before the parties. A credit note has no due date, and another element name for its type. */
function head(document: EInvoice): MaybeElement[] {
  const isCredit = isCreditNote(document)
  return [
    leaf('cbc:CustomizationID', document.specification),
    leaf('cbc:ProfileID', document.process),
    leaf('cbc:ID', document.number),
    leaf('cbc:IssueDate', document.issued_on),
    leaf('cbc:DueDate', isCredit ? null : document.due_on),
    leaf(isCredit ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode', document.type_code),
    leaf('cbc:Note', document.note),
    ...currenciesOf(document),
    leaf('cbc:BuyerReference', document.buyer_reference),
    periodOf(document.period),
    orderOf(document),
    ...precedingOf(document),
    referenceTo('cac:DespatchDocumentReference', document.despatch_advice),
    referenceTo('cac:ContractDocumentReference', document.contract),
    ...document.attachments.map(attachmentOf),
  ]
}

/** Parties, amounts and lines. */
function body(document: EInvoice): MaybeElement[] {
  const { currency } = document
  return [
    branch('cac:AccountingSupplierParty', partyOf(document.seller)),
    branch('cac:AccountingCustomerParty', partyOf(document.buyer)),
    deliveryOf(document.delivery),
    paymentOf(document.payment),
    branch('cac:PaymentTerms', leaf('cbc:Note', document.payment_terms)),
    ...document.adjustments.map((one) => adjustmentOf(one, currency)),
    ...taxTotalsOf(document),
    totalsOf(document),
    ...document.lines.map((line) => lineOf(line, document)),
  ]
}

function currenciesOf({ currency, vat_currency: other }: EInvoice): MaybeElement[] {
  return [leaf('cbc:DocumentCurrencyCode', currency), leaf('cbc:TaxCurrencyCode', other)]
}

function periodOf(period: Period | null): MaybeElement {
  return branch('cac:InvoicePeriod', leaf('cbc:StartDate', period?.from), leaf('cbc:EndDate', period?.to))
}

/** UBL requires the buyer's order if it names ours: `NA` means unknown. */
function orderOf({ purchase_order: bought, sales_order: sold }: EInvoice): MaybeElement {
  const id = bought ?? (sold === null ? null : 'NA')
  return branch('cac:OrderReference', leaf('cbc:ID', id), leaf('cbc:SalesOrderID', sold))
}

function precedingOf({ preceding }: EInvoice): MaybeElement[] {
  return preceding.map(({ number, issued_on: day }) =>
    branch(
      'cac:BillingReference',
      branch('cac:InvoiceDocumentReference', leaf('cbc:ID', number), leaf('cbc:IssueDate', day)),
    ),
  )
}

function referenceTo(name: string, id: string | null): MaybeElement {
  return branch(name, leaf('cbc:ID', id))
}

function attachmentOf({ id, description, content }: Attachment): MaybeElement {
  const file = content && { mimeCode: content.type, filename: content.file_name }
  return branch(
    'cac:AdditionalDocumentReference',
    leaf('cbc:ID', id),
    leaf('cbc:DocumentDescription', description),
    branch('cac:Attachment', leaf('cbc:EmbeddedDocumentBinaryObject', content?.base64, file ?? {})),
  )
}

function identifier(name: string, value: Identifier | null): MaybeElement {
  return leaf(name, value?.id, { schemeID: value?.scheme ?? null })
}

function partyOf(party: EParty): MaybeElement {
  const { contact } = party
  return branch(
    'cac:Party',
    identifier('cbc:EndpointID', party.electronic_address),
    addressOf('cac:PostalAddress', party.address),
    taxScheme(party.vat_number, 'VAT'),
    taxScheme(party.tax_number, 'TAX'),
    branch(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', party.name),
      identifier('cbc:CompanyID', party.registration),
    ),
    branch(
      'cac:Contact',
      leaf('cbc:Name', contact?.name),
      leaf('cbc:Telephone', contact?.phone),
      leaf('cbc:ElectronicMail', contact?.email),
    ),
  )
}

function taxScheme(number: string | null, scheme: 'VAT' | 'TAX'): MaybeElement {
  if (number === null) return undefined
  return branch('cac:PartyTaxScheme', leaf('cbc:CompanyID', number), branch('cac:TaxScheme', leaf('cbc:ID', scheme)))
}

function addressOf(name: string, address: EAddress | null): MaybeElement {
  return branch(
    name,
    leaf('cbc:StreetName', address?.street),
    leaf('cbc:AdditionalStreetName', address?.second_line),
    leaf('cbc:CityName', address?.city),
    leaf('cbc:PostalZone', address?.postal_code),
    leaf('cbc:CountrySubentity', address?.region),
    branch('cac:Country', leaf('cbc:IdentificationCode', address?.country)),
  )
}

function deliveryOf(delivery: Delivery | null): MaybeElement {
  return branch(
    'cac:Delivery',
    leaf('cbc:ActualDeliveryDate', delivery?.delivered_on),
    branch('cac:DeliveryLocation', addressOf('cac:Address', delivery?.address ?? null)),
    branch('cac:DeliveryParty', branch('cac:PartyName', leaf('cbc:Name', delivery?.name))),
  )
}

function paymentOf(payment: Payment | null): MaybeElement {
  return branch(
    'cac:PaymentMeans',
    leaf('cbc:PaymentMeansCode', payment?.means),
    leaf('cbc:PaymentID', payment?.reference),
    branch(
      'cac:PayeeFinancialAccount',
      leaf('cbc:ID', payment?.account),
      leaf('cbc:Name', payment?.account_name),
      branch('cac:FinancialInstitutionBranch', leaf('cbc:ID', payment?.bank)),
    ),
  )
}

function categoryOf(name: string, { category, rate }: VatCategory, row?: VatRow): MaybeElement {
  return branch(
    name,
    leaf('cbc:ID', category),
    leaf('cbc:Percent', rate),
    leaf('cbc:TaxExemptionReasonCode', row?.reason_code),
    leaf('cbc:TaxExemptionReason', row?.reason),
    branch('cac:TaxScheme', leaf('cbc:ID', 'VAT')),
  )
}

function amount(name: string, text: string | null, currencyID: string): MaybeElement {
  return leaf(name, text, { currencyID })
}

function adjustmentOf(one: Adjustment, currency: string): MaybeElement {
  return branch(
    'cac:AllowanceCharge',
    leaf('cbc:ChargeIndicator', String(one.kind === 'CHARGE')),
    leaf('cbc:AllowanceChargeReasonCode', one.reason_code),
    leaf('cbc:AllowanceChargeReason', one.reason),
    leaf('cbc:MultiplierFactorNumeric', one.percentage),
    amount('cbc:Amount', one.amount, currency),
    amount('cbc:BaseAmount', one.base, currency),
    categoryOf('cac:TaxCategory', one),
  )
}

function taxTotalsOf(document: EInvoice): MaybeElement[] {
  const { currency, vat, totals, vat_currency: other, vat_in_vat_currency: converted } = document
  const rows = vat.map((row) =>
    branch(
      'cac:TaxSubtotal',
      amount('cbc:TaxableAmount', row.base, currency),
      amount('cbc:TaxAmount', row.tax, currency),
      categoryOf('cac:TaxCategory', row, row),
    ),
  )
  const own = branch('cac:TaxTotal', amount('cbc:TaxAmount', totals.vat, currency), rows)
  return [own, other === null ? undefined : branch('cac:TaxTotal', amount('cbc:TaxAmount', converted, other))]
}

function totalsOf({ totals, currency }: EInvoice): MaybeElement {
  return branch(
    'cac:LegalMonetaryTotal',
    amount('cbc:LineExtensionAmount', totals.lines, currency),
    amount('cbc:TaxExclusiveAmount', totals.without_vat, currency),
    amount('cbc:TaxInclusiveAmount', totals.with_vat, currency),
    amount('cbc:AllowanceTotalAmount', totals.allowances, currency),
    amount('cbc:ChargeTotalAmount', totals.charges, currency),
    amount('cbc:PrepaidAmount', totals.prepaid, currency),
    amount('cbc:PayableRoundingAmount', totals.rounding, currency),
    amount('cbc:PayableAmount', totals.payable, currency),
  )
}

/** UNCL 1001 code of the invoiced object of a line (BT-128). */
const invoicedObject = '130'

function lineOf(line: ELine, document: EInvoice): MaybeElement {
  const [name, quantity] = isCreditNote(document)
    ? ['cac:CreditNoteLine', 'cbc:CreditedQuantity']
    : ['cac:InvoiceLine', 'cbc:InvoicedQuantity']
  const { currency } = document
  return branch(
    name!,
    leaf('cbc:ID', line.id),
    leaf('cbc:Note', line.note),
    leaf(quantity!, line.quantity, { unitCode: line.unit }),
    amount('cbc:LineExtensionAmount', line.amount, currency),
    leaf('cbc:AccountingCost', line.accounting_cost),
    periodOf(line.period),
    line.order_number === null
      ? undefined
      : branch(
          'cac:DocumentReference',
          leaf('cbc:ID', line.order_number),
          leaf('cbc:DocumentTypeCode', invoicedObject),
        ),
    branch(
      'cac:Item',
      leaf('cbc:Description', line.description),
      leaf('cbc:Name', line.name),
      branch('cac:SellersItemIdentification', leaf('cbc:ID', line.code)),
      categoryOf('cac:ClassifiedTaxCategory', line),
    ),
    branch(
      'cac:Price',
      amount('cbc:PriceAmount', line.price, currency),
      leaf('cbc:BaseQuantity', line.price_quantity, { unitCode: line.unit }),
    ),
  )
}
