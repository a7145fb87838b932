import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Big } from 'big.js'
import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { faultOf, type PurchaseDocument, type ReadDocument } from './document.rules.ts'
import { readDocument } from './read.rules.ts'

// Invoices of public collections, if stored next to the checkout. Each is compared with an independent reading by
// element paths, which shares no code with the reader.
const beside = ['../shared', '../../shared'].map((path) => join(process.cwd(), path, 'data/e-invoices'))
const folder = beside.find((path) => existsSync(path)) ?? ''
const files = folder ? globSync('*/*.xml', { cwd: folder }).toSorted() : []
const parser = new new Window().DOMParser()

type Node = ReturnType<(typeof parser)['parseFromString']>['documentElement']

/** Elements at a path of local names, such as `Party/PostalAddress`; `A|B` tries B if A is missing. */
function all(from: Node, path: string): Node[] {
  const [first, other] = path.split('|')
  const found = first!
    .split('/')
    .reduce<Node[]>(
      (nodes, name) =>
        nodes.flatMap((node) => [...node.children].filter((one) => one.tagName.replace(/^.*:/, '') === name) as Node[]),
      [from],
    )
  return found.length === 0 && other !== undefined ? all(from, other) : found
}

const text = (from: Node | undefined, path: string) => (from && all(from, path)[0]?.textContent.trim()) || null
const plain = (value: string | null | undefined) => (value ? new Big(value.replace(/^\+/, '')).toFixed() : null)
const day = (value: string | null) => value?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3').slice(0, 10) ?? null
const truth = (value: string | null) => value?.replace('1', 'true').replace('0', 'false') ?? null
const some = (values: readonly (string | null)[]) => values.filter((value) => value !== null)
const squeezed = (value: string | null | undefined) => value?.replaceAll(/\s+/g, ' ').trim() || null

function ubl(root: Node) {
  const isCredit = root.tagName.endsWith('CreditNote')
  const currency = text(root, 'DocumentCurrencyCode')!
  const sums = all(root, 'LegalMonetaryTotal')[0]!
  const taxes = all(root, 'TaxTotal')
  const own = taxes.find((one) => all(one, 'TaxAmount')[0]!.getAttribute('currencyID') === currency) ?? taxes[0]
  const means = all(root, 'PaymentMeans')
  const rate = (node: Node | undefined) => [node ? text(node, 'ID') : null, plain(node ? text(node, 'Percent') : null)]
  return {
    number: text(root, 'ID'),
    date: day(text(root, 'IssueDate')),
    due: isCredit ? null : (day(text(root, 'DueDate')) ?? day(text(root, 'PaymentMeans/PaymentDueDate'))),
    currency,
    totals: [
      text(sums, 'TaxExclusiveAmount'),
      (own && text(own, 'TaxAmount')) || '0',
      text(sums, 'TaxInclusiveAmount'),
    ].map(plain),
    payment: [text(sums, 'PrepaidAmount'), text(sums, 'PayableRoundingAmount'), text(sums, 'PayableAmount')].map(plain),
    vat: (own ? all(own, 'TaxSubtotal') : []).map((row) => [
      ...rate(all(row, 'TaxCategory')[0]),
      ...[plain(text(row, 'TaxableAmount')), plain(text(row, 'TaxAmount'))],
    ]),
    lines: all(root, isCredit ? 'CreditNoteLine' : 'InvoiceLine').map((line) => {
      const quantity = all(line, isCredit ? 'CreditedQuantity' : 'InvoicedQuantity')[0]
      return {
        quantity: plain(quantity?.textContent.trim() ?? null),
        unit: quantity?.getAttribute('unitCode'),
        price: plain(text(line, 'Price/PriceAmount')),
        base: plain(text(line, 'Price/BaseQuantity')),
        amount: plain(text(line, 'LineExtensionAmount')),
        tax: rate(all(line, 'Item/ClassifiedTaxCategory')[0]),
        name: squeezed(text(line, 'Item/Name')),
        adjustments: all(line, 'AllowanceCharge').map((one) => [
          truth(text(one, 'ChargeIndicator')),
          plain(text(one, 'Amount')),
        ]),
        reference: text(line, 'DocumentReference/ID'),
      }
    }),
    adjustments: all(root, 'AllowanceCharge').map((one) => [
      truth(text(one, 'ChargeIndicator')),
      plain(text(one, 'Amount')),
    ]),
    references: some(
      ['OrderReference/ID', 'OrderReference/SalesOrderID', 'BuyerReference', 'ContractDocumentReference/ID'].map(
        (path) => text(root, path),
      ),
    ),
    despatch: text(root, 'DespatchDocumentReference/ID'),
    preceding: text(root, 'BillingReference/InvoiceDocumentReference/ID'),
    attachments: all(root, 'AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject').map((one) =>
      one.textContent.replaceAll(/\s/g, ''),
    ),
    payee: text(root, 'PayeeParty/PartyName/Name|PayeeParty/PartyLegalEntity/RegistrationName'),
    account: means.map((one) => text(one, 'PayeeFinancialAccount/ID')).find((id) => id !== null) ?? null,
    reference:
      means.length > 0
        ? text((means.find((one) => text(one, 'PayeeFinancialAccount/ID') !== null) ?? means[0])!, 'PaymentID')
        : null,
  }
}

function cii(root: Node): ReturnType<typeof ubl> {
  const trade = all(root, 'SupplyChainTradeTransaction')[0]!
  const [agreement, delivery, settlement] = ['Agreement', 'Delivery', 'Settlement'].map(
    (part) => all(trade, `ApplicableHeaderTrade${part}`)[0]!,
  )
  const isCredit = ['381', '396', '261', '262', '296', '308', '420', '458', '532'].includes(
    text(root, 'ExchangedDocument/TypeCode')!,
  )
  const currency = text(settlement!, 'InvoiceCurrencyCode')!
  const sums = all(settlement!, 'SpecifiedTradeSettlementHeaderMonetarySummation')[0]!
  const totals = all(sums, 'TaxTotalAmount')
  const total = totals.find((one) => one.getAttribute('currencyID') === currency) ?? totals[0]
  const rate = (node: Node | undefined) => [
    node ? text(node, 'CategoryCode') : null,
    plain(node ? text(node, 'RateApplicablePercent') : null),
  ]
  const adjustments = (from: Node | undefined) => [
    ...(from ? all(from, 'SpecifiedTradeAllowanceCharge') : []).map((one) => [
      truth(text(one, 'ChargeIndicator/Indicator')),
      plain(text(one, 'ActualAmount')),
    ]),
    ...(from ? all(from, 'SpecifiedLogisticsServiceCharge') : []).map((one) => [
      'true',
      plain(text(one, 'AppliedAmount')),
    ]),
  ]
  return {
    number: text(root, 'ExchangedDocument/ID'),
    date: day(text(root, 'ExchangedDocument/IssueDateTime/DateTimeString')),
    due: isCredit ? null : day(text(settlement!, 'SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString')),
    currency,
    totals: [text(sums, 'TaxBasisTotalAmount'), total?.textContent.trim() ?? '0', text(sums, 'GrandTotalAmount')].map(
      plain,
    ),
    payment: [text(sums, 'TotalPrepaidAmount'), text(sums, 'RoundingAmount'), text(sums, 'DuePayableAmount')].map(
      plain,
    ),
    vat: all(settlement!, 'ApplicableTradeTax').map((row) => [
      ...rate(row),
      plain(text(row, 'BasisAmount')),
      plain(text(row, 'CalculatedAmount')),
    ]),
    lines: all(trade, 'IncludedSupplyChainTradeLineItem').map((line) => {
      const quantity = all(line, 'SpecifiedLineTradeDelivery/BilledQuantity')[0]
      const settled = all(line, 'SpecifiedLineTradeSettlement')[0]
      const price = 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice'
      return {
        quantity: plain(quantity?.textContent.trim() ?? null),
        unit: quantity?.getAttribute('unitCode'),
        price: plain(text(line, `${price}/ChargeAmount`)),
        base: plain(text(line, `${price}/BasisQuantity`)),
        amount: plain(text(settled, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount')),
        tax: rate(settled && all(settled, 'ApplicableTradeTax')[0]),
        name: squeezed(text(line, 'SpecifiedTradeProduct/Name')),
        adjustments: adjustments(settled),
        reference: text(settled, 'AdditionalReferencedDocument/IssuerAssignedID'),
      }
    }),
    adjustments: adjustments(settlement),
    references: some([
      ...['BuyerOrderReferencedDocument', 'SellerOrderReferencedDocument'].map((name) =>
        text(agreement, `${name}/IssuerAssignedID`),
      ),
      text(agreement, 'BuyerReference'),
      text(agreement, 'ContractReferencedDocument/IssuerAssignedID'),
    ]),
    despatch: text(delivery, 'DespatchAdviceReferencedDocument/IssuerAssignedID'),
    preceding: text(settlement, 'InvoiceReferencedDocument/IssuerAssignedID'),
    attachments: all(agreement!, 'AdditionalReferencedDocument/AttachmentBinaryObject').map((one) =>
      one.textContent.replaceAll(/\s/g, ''),
    ),
    payee: text(settlement, 'PayeeTradeParty/Name'),
    account:
      all(settlement!, 'SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount')
        .map((one) => text(one, 'IBANID|ProprietaryID'))
        .find((id) => id !== null) ?? null,
    reference:
      all(settlement!, 'SpecifiedTradeSettlementPaymentMeans').length > 0 ? text(settlement, 'PaymentReference') : null,
  }
}

/** Result of our reader in the same shape; amounts with the sign in the file. */
function ours({ document, files: attached }: ReadDocument, sign: number): ReturnType<typeof ubl> {
  const signed = (value: string | null | undefined) => (value == null ? null : new Big(value).times(sign).toFixed())
  const { terms, payment } = document
  const adjustments = (list: readonly { kind: string; amount: string }[], factor = 1) =>
    list.map(({ kind, amount }) => [String(kind === 'CHARGE'), plain(new Big(amount).times(factor).toFixed())])
  const own = document.lines.slice(0, document.has_no_lines ? 0 : document.lines.length - terms!.adjustments.length)
  return {
    number: document.external_name,
    date: document.date,
    due: document.due_date,
    currency: document.currency,
    totals: [document.total_excl_tax, document.total_tax, document.total_incl_tax].map(signed),
    payment: [payment!.prepaid, payment!.rounding, payment!.amount_due].map(signed),
    vat: document.vat!.map(({ category, rate, base, tax }) => [
      category || null,
      plain(rate),
      signed(base),
      signed(tax),
    ]),
    lines: own.map((line) => ({
      quantity: new Big(line.unit_price).lt(0) ? plain(line.quantity) : signed(line.quantity),
      unit: line.unit,
      price: plain(line.unit_price),
      base: plain(line.price_quantity),
      amount: signed(line.amount),
      tax: [line.tax!.category, plain(line.tax!.percentage)],
      name: squeezed(line.name),
      adjustments: adjustments(line.adjustments ?? [], sign),
      reference: line.references[0] ?? null,
    })),
    adjustments: adjustments(terms!.adjustments),
    references: [...document.customer_reference_numbers],
    despatch: document.despatch_advice ?? null,
    preceding: document.preceding,
    attachments: attached.slice(1).map(({ bytes }) => bytes.toString('base64')),
    payee: payment!.payee?.name ?? null,
    account: payment!.account,
    reference: payment!.reference,
  }
}

/** Texts of leaf elements. Files are compared separately; the VAT number is recognised by the name of its tax. */
function leaves(node: Node): string[] {
  const children = [...node.children] as Node[]
  const own = node.textContent.trim()
  if (/(BinaryObject|TaxScheme)$/.test(node.tagName)) return []
  return children.length === 0 ? (own === '' ? [] : [own]) : children.flatMap(leaves)
}

/** Every text of the stored document, including those of files. */
function kept(document: PurchaseDocument): string {
  return squeezed(
    JSON.stringify(document)
      .replaceAll(/\\n|\\r|\\t/g, ' ')
      .replaceAll(/\\(["\\])/g, '$1'),
  )!
}

test.skipIf(folder === '').each(folder === '' ? ['none'] : files)(
  'EINV-4, EINV-6: %s gives the same result as an independent reader',
  async (name) => {
    const bytes = readFileSync(join(folder, name))
    const root = parser.parseFromString(
      bytes.toString('utf8').replaceAll(/\uFEFF|<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, ''),
      'application/xml',
    ).documentElement
    const wanted = root.tagName.endsWith('CrossIndustryInvoice') ? cii(root) : ubl(root)
    const read = await readDocument(bytes, 'application/xml')
    const { document } = read
    expect(String(faultOf(document) ?? '')).toBe('')
    const isTurned = new Big(wanted.totals[2]!).lt(0)
    const expected = ours(read, isTurned ? -1 : 1)
    const references = wanted.references.flatMap((one) => one!.split(',').map((part) => part.trim()))
    expect({ ...expected, references: [] }).toEqual({
      ...wanted,
      ...(isTurned && { due: null }),
      // Some base64 is wrapped at 76 characters, or padded differently.
      attachments: wanted.attachments.map((one) => Buffer.from(one, 'base64').toString('base64')),
      references: [],
    })
    expect(new Set(expected.references)).toEqual(
      new Set(references.filter((one) => one !== 'NA' || expected.references.includes('NA'))),
    )
    const all = kept(document)
    const lost = leaves(root).filter((one) => {
      const text = squeezed(one)!
      if (all.includes(text) || one.length > 1_000 || one === 'NA') return false
      // Numbers and days are stored in our own format.
      return !(/^[-+]?[\d.]+$/.test(text) || /^\d{4}-?\d{2}-?\d{2}/.test(text) || text === 'true' || text === 'false')
    })
    expect(lost).toEqual([])
  },
)
