import type {
  Adjustment,
  Attachment,
  EAddress,
  EInvoice,
  ELine,
  EParty,
  Period,
  VatCategory,
  VatRow,
} from './terms.rules.ts'
import { branch, documentText, leaf, type MaybeElement, type XmlElement } from './xml.format.ts'

const standard = 'urn:un:unece:uncefact:data:standard'
const namespaces = {
  rsm: `${standard}:CrossIndustryInvoice:100`,
  ram: `${standard}:ReusableAggregateBusinessInformationEntity:100`,
  qdt: `${standard}:QualifiedDataType:100`,
  udt: `${standard}:UnqualifiedDataType:100`,
}

/** Profile identifier of the XML inside a PDF: EN 16931 without additions (profile EN 16931 of Factur-X). */
export const facturXProfile = 'urn:cen.eu:en16931:2017'

/**
 * Writes a document as CII (UN/CEFACT Cross Industry Invoice D16B), the XML inside a Factur-X file, with elements in
 * schema order. The same document gives the same bytes.
 */
export function writeCii(document: EInvoice): string {
  const root = branch(
    'rsm:CrossIndustryInvoice',
    branch(
      'rsm:ExchangedDocumentContext',
      branch('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', facturXProfile)),
    ),
    branch(
      'rsm:ExchangedDocument',
      leaf('ram:ID', document.number),
      leaf('ram:TypeCode', document.type_code),
      branch('ram:IssueDateTime', day('udt:DateTimeString', document.issued_on)),
      branch('ram:IncludedNote', leaf('ram:Content', document.note)),
    ),
    branch(
      'rsm:SupplyChainTradeTransaction',
      document.lines.map(lineOf),
      agreementOf(document),
      deliveryOf(document),
      settlementOf(document),
    ),
  )!
  return documentText(root, namespaces)
}

/** A day in CII: 102 is the format YYYYMMDD. */
function day(name: string, text: string | null | undefined): MaybeElement {
  return leaf(name, text?.replaceAll('-', ''), { format: '102' })
}

function periodOf(period: Period | null): MaybeElement {
  return branch(
    'ram:BillingSpecifiedPeriod',
    branch('ram:StartDateTime', day('udt:DateTimeString', period?.from)),
    branch('ram:EndDateTime', day('udt:DateTimeString', period?.to)),
  )
}

function reference(name: string, id: string | null): MaybeElement {
  return branch(name, leaf('ram:IssuerAssignedID', id))
}

function lineOf(line: ELine): MaybeElement {
  return branch(
    'ram:IncludedSupplyChainTradeLineItem',
    branch(
      'ram:AssociatedDocumentLineDocument',
      leaf('ram:LineID', line.id),
      branch('ram:IncludedNote', leaf('ram:Content', line.note)),
    ),
    branch(
      'ram:SpecifiedTradeProduct',
      leaf('ram:SellerAssignedID', line.code),
      leaf('ram:Name', line.name),
      leaf('ram:Description', line.description),
    ),
    branch(
      'ram:SpecifiedLineTradeAgreement',
      branch(
        'ram:NetPriceProductTradePrice',
        leaf('ram:ChargeAmount', line.price),
        leaf('ram:BasisQuantity', line.price_quantity, { unitCode: line.unit }),
      ),
    ),
    branch('ram:SpecifiedLineTradeDelivery', leaf('ram:BilledQuantity', line.quantity, { unitCode: line.unit })),
    branch(
      'ram:SpecifiedLineTradeSettlement',
      categoryOf('ram:ApplicableTradeTax', line),
      periodOf(line.period),
      branch('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', line.amount)),
      line.order_number === null
        ? undefined
        : branch(
            'ram:AdditionalReferencedDocument',
            leaf('ram:IssuerAssignedID', line.order_number),
            leaf('ram:TypeCode', '130'),
          ),
      branch('ram:ReceivableSpecifiedTradeAccountingAccount', leaf('ram:ID', line.accounting_cost)),
    ),
  )
}

function categoryOf(name: string, { category, rate }: VatCategory): MaybeElement {
  return branch(
    name,
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:CategoryCode', category),
    leaf('ram:RateApplicablePercent', rate),
  )
}

function agreementOf(document: EInvoice): MaybeElement {
  return branch(
    'ram:ApplicableHeaderTradeAgreement',
    leaf('ram:BuyerReference', document.buyer_reference),
    partyOf('ram:SellerTradeParty', document.seller),
    partyOf('ram:BuyerTradeParty', document.buyer),
    reference('ram:SellerOrderReferencedDocument', document.sales_order),
    reference('ram:BuyerOrderReferencedDocument', document.purchase_order),
    reference('ram:ContractReferencedDocument', document.contract),
    document.attachments.map(attachmentOf),
  )
}

/** Type code 916 is a supporting document. */
function attachmentOf({ id, description, content }: Attachment): MaybeElement {
  const file = content && { mimeCode: content.type, filename: content.file_name }
  return branch(
    'ram:AdditionalReferencedDocument',
    leaf('ram:IssuerAssignedID', id),
    leaf('ram:TypeCode', '916'),
    leaf('ram:Name', description),
    leaf('ram:AttachmentBinaryObject', content?.base64, file ?? {}),
  )
}

function partyOf(name: string, party: EParty): MaybeElement {
  const { contact, registration, electronic_address: address } = party
  return branch(
    name,
    leaf('ram:Name', party.name),
    branch(
      'ram:SpecifiedLegalOrganization',
      leaf('ram:ID', registration?.id, { schemeID: registration?.scheme ?? null }),
    ),
    branch(
      'ram:DefinedTradeContact',
      leaf('ram:PersonName', contact?.name),
      branch('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', contact?.phone)),
      branch('ram:EmailURIUniversalCommunication', leaf('ram:URIID', contact?.email)),
    ),
    addressOf(party.address),
    branch('ram:URIUniversalCommunication', leaf('ram:URIID', address?.id, { schemeID: address?.scheme ?? null })),
    branch('ram:SpecifiedTaxRegistration', leaf('ram:ID', party.vat_number, { schemeID: 'VA' })),
    branch('ram:SpecifiedTaxRegistration', leaf('ram:ID', party.tax_number, { schemeID: 'FC' })),
  )
}

function addressOf(address: EAddress | null): MaybeElement {
  return branch(
    'ram:PostalTradeAddress',
    leaf('ram:PostcodeCode', address?.postal_code),
    leaf('ram:LineOne', address?.street),
    leaf('ram:LineTwo', address?.second_line),
    leaf('ram:CityName', address?.city),
    leaf('ram:CountryID', address?.country),
    leaf('ram:CountrySubDivisionName', address?.region),
  )
}

/** The schema requires this element even if no delivery data exists. */
function deliveryOf({ delivery, despatch_advice }: EInvoice): XmlElement {
  const name = 'ram:ApplicableHeaderTradeDelivery'
  const delivered = branch(
    name,
    branch('ram:ShipToTradeParty', leaf('ram:Name', delivery?.name), addressOf(delivery?.address ?? null)),
    branch(
      'ram:ActualDeliverySupplyChainEvent',
      branch('ram:OccurrenceDateTime', day('udt:DateTimeString', delivery?.delivered_on)),
    ),
    reference('ram:DespatchAdviceReferencedDocument', despatch_advice),
  )
  return delivered ?? { name, attributes: {}, content: [] }
}

function settlementOf(document: EInvoice): MaybeElement {
  const { payment, currency, vat_currency: other, payment_terms: terms, due_on: due } = document
  return branch(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:PaymentReference', payment?.reference),
    leaf('ram:TaxCurrencyCode', other),
    leaf('ram:InvoiceCurrencyCode', currency),
    branch(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      leaf('ram:TypeCode', payment?.means),
      branch(
        'ram:PayeePartyCreditorFinancialAccount',
        leaf('ram:IBANID', payment?.account),
        leaf('ram:AccountName', payment?.account_name),
      ),
      branch('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', payment?.bank)),
    ),
    document.vat.map(vatOf),
    periodOf(document.period),
    document.adjustments.map(adjustmentOf),
    branch(
      'ram:SpecifiedTradePaymentTerms',
      leaf('ram:Description', terms),
      branch('ram:DueDateDateTime', day('udt:DateTimeString', due)),
    ),
    totalsOf(document),
    document.preceding.map(({ number, issued_on }) =>
      branch(
        'ram:InvoiceReferencedDocument',
        leaf('ram:IssuerAssignedID', number),
        branch('ram:FormattedIssueDateTime', day('qdt:DateTimeString', issued_on)),
      ),
    ),
  )
}

function vatOf(row: VatRow): MaybeElement {
  return branch(
    'ram:ApplicableTradeTax',
    leaf('ram:CalculatedAmount', row.tax),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', row.reason),
    leaf('ram:BasisAmount', row.base),
    leaf('ram:CategoryCode', row.category),
    leaf('ram:ExemptionReasonCode', row.reason_code),
    leaf('ram:RateApplicablePercent', row.rate),
  )
}

function adjustmentOf(one: Adjustment): MaybeElement {
  return branch(
    'ram:SpecifiedTradeAllowanceCharge',
    branch('ram:ChargeIndicator', leaf('udt:Indicator', String(one.kind === 'CHARGE'))),
    leaf('ram:CalculationPercent', one.percentage),
    leaf('ram:BasisAmount', one.base),
    leaf('ram:ActualAmount', one.amount),
    leaf('ram:ReasonCode', one.reason_code),
    leaf('ram:Reason', one.reason),
    categoryOf('ram:CategoryTradeTax', one),
  )
}

function totalsOf({ totals, currency, vat_currency: other, vat_in_vat_currency: converted }: EInvoice): MaybeElement {
  return branch(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    leaf('ram:LineTotalAmount', totals.lines),
    leaf('ram:ChargeTotalAmount', totals.charges),
    leaf('ram:AllowanceTotalAmount', totals.allowances),
    leaf('ram:TaxBasisTotalAmount', totals.without_vat),
    leaf('ram:TaxTotalAmount', totals.vat, { currencyID: currency }),
    other === null ? undefined : leaf('ram:TaxTotalAmount', converted, { currencyID: other }),
    leaf('ram:RoundingAmount', totals.rounding),
    leaf('ram:GrandTotalAmount', totals.with_vat),
    leaf('ram:TotalPrepaidAmount', totals.prepaid),
    leaf('ram:DuePayableAmount', totals.payable),
  )
}
