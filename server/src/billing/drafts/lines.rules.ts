import type { Language } from '@cartage/contract/reading/languages'
import type { Big } from 'big.js'
import { amountText, decimal, minorUnits, splitByLargestRemainder } from '../../books/money.rules.ts'
import { taxNote } from '../../books/tax-notes.rules.ts'
import type { ChargeTax } from '../../charges/record/store.ts'
import { labelsOf } from '../../languages/labels.ts'
import { textIn } from '../../languages/writing.ts'
import type { ContentTax } from '../documents/content.rules.ts'
import { pricedLine } from '../documents/totals.rules.ts'
import { sumOf } from '../einvoice/terms.rules.ts'
import type { DocumentParts, LineChargeRow, LineItemRow, LineRow } from '../records/store.ts'
import { languageOfDocuments, routeOf } from './facts.rules.ts'
import type { TypeFacts } from './facts.views.ts'
import type { BillableCharge, ChargeGroup } from './group.rules.ts'

/** Sources needed to write lines. */
export interface LineSources {
  readonly types: ReadonlyMap<string, TypeFacts>
  readonly newId: () => string
}

/** Name of a freight line of several charges. */
const labels = labelsOf('invoice_line', { transport: 'Transport' })

/** Tax of a charge as stored on a line, with mandatory statements in the language of the document. */
export function lineTax(tax: ChargeTax, taxRateId: string | null, language: Language): ContentTax {
  const isPlain = tax.category === 'S' || tax.category === 'Z'
  return {
    tax_rate_id: taxRateId,
    name: tax.name,
    code: tax.code,
    tax_type: tax.tax_type,
    category: tax.category,
    rate: tax.category === 'O' ? null : (tax.percentage ?? '0'),
    reason_code: isPlain ? null : tax.vatex,
    reason: isPlain ? null : tax.description || (taxNote(tax.treatment, language) ?? null),
  }
}

/** Lines of a document, bundled as the company prefers (BILL-3), with the charges of each. */
export function linesOfGroup(
  group: ChargeGroup,
  invoiceId: string,
  sources: LineSources,
): Omit<DocumentParts, 'taxes'> {
  const language = languageOfDocuments(group.billed)
  const bundles = bundlesOf(group)
  const parts = bundles.map((bundle, at) => lineOf(bundle, { invoiceId, position: at + 1, language, sources }))
  return {
    lines: parts.map(({ line }) => line),
    items: parts.flatMap(({ items }) => items),
    charges: parts.flatMap(({ charges }) => charges),
  }
}

/** Charges of one line. */
type Bundle = readonly [BillableCharge, ...BillableCharge[]]

function bundlesOf({ charges, billed: { preference } }: ChargeGroup): Bundle[] {
  const sorted = charges.toSorted(inDocumentOrder)
  if (preference.lines === 'CHARGE') {
    return preference.surcharges === 'FOLDED' ? folded(sorted) : sorted.map((one) => [one])
  }
  const keyOf = (one: BillableCharge) =>
    preference.lines === 'ONE' ? taxKey(one) : `${one.charge.order_id ?? one.charge.trip_id}|${taxKey(one)}`
  return [...Map.groupBy(sorted, keyOf).values()].map(([first, ...rest]): Bundle => [first!, ...rest])
}

/** Sorts by order, freight first within each. */
function inDocumentOrder(one: BillableCharge, other: BillableCharge): number {
  const roles = ['BASE', 'SURCHARGE', 'ACCESSORIAL', 'DISBURSEMENT']
  return (
    compare(one.order?.delivery_on ?? '', other.order?.delivery_on ?? '') ||
    compare(one.order?.order_name ?? '', other.order?.order_name ?? '') ||
    roles.indexOf(one.charge.role) - roles.indexOf(other.charge.role) ||
    compare(one.charge.charge_type, other.charge.charge_type) ||
    compare(one.charge.charge_id, other.charge.charge_id)
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function taxKey({ charge: { tax } }: BillableCharge): string {
  return [tax?.category, tax?.percentage, tax?.vatex, tax?.description, tax?.code].join(' ')
}

/**
 * Folds surcharges into the first freight line of their order with the same tax. Without one they get their own line.
 */
function folded(sorted: readonly BillableCharge[]): Bundle[] {
  const bundles: [BillableCharge, ...BillableCharge[]][] = []
  for (const one of sorted) {
    const freight =
      one.charge.role === 'SURCHARGE'
        ? bundles.find(
            ([first]) =>
              first.charge.role === 'BASE' &&
              first.charge.order_id === one.charge.order_id &&
              taxKey(first) === taxKey(one),
          )
        : undefined
    if (freight) freight.push(one)
    else bundles.push([one])
  }
  return bundles
}

interface LinePlace {
  invoiceId: string
  position: number
  language: Language
  sources: LineSources
}

function lineOf(bundle: Bundle, place: LinePlace) {
  const { language, sources } = place
  const { charge, order, entity } = bundle[0]
  const { currency } = charge
  const amount = sumOf(bundle.map((one) => one.charge.amount))
  const single = bundle.length === 1
  const type = sources.types.get(charge.charge_type)
  const ofOneOrder = bundle.every((one) => one.charge.order_id === charge.order_id)
  const computed = single
    ? { quantity: decimal(charge.quantity), unit: charge.unit, price: decimal(charge.unit_price) }
    : undefined
  const priced = pricedLine(amount, computed)
  const trip = ofOneOrder ? (order?.trip ?? null) : null
  const line: LineRow = {
    invoice_line_id: sources.newId(),
    invoice_id: place.invoiceId,
    position: place.position,
    name: single || charge.role === 'BASE' ? nameOf(charge.name, type, language) : labels(language).transport,
    code: charge.charge_type,
    description: single ? describedIn(charge, type, language) : detailOf(bundle, language, sources),
    quantity: priced.quantity,
    unit: priced.unit,
    unit_price: priced.price,
    amount: amountText(amount, currency),
    tax: charge.tax && lineTax(charge.tax, charge.tax_rate_id, language),
    base_percentage: charge.tax?.base_percentage ?? null,
    account: type?.revenue_account || entity.revenue_account,
    order_id: ofOneOrder ? charge.order_id : null,
    order_name: ofOneOrder ? (order?.order_name ?? null) : null,
    trip_id: ofOneOrder ? (charge.trip_id ?? trip?.trip_id ?? null) : null,
    trip_name: trip?.name ?? null,
    route: ofOneOrder && order ? routeOf(order) : null,
    credited_line_id: null,
  }
  const charges = bundle.map((one): LineChargeRow => {
    return { invoice_line_id: line.invoice_line_id, charge_id: one.charge.charge_id, amount: one.charge.amount }
  })
  return { line, charges, items: itemsOf(bundle, line, amount, sources.newId) }
}

function nameOf(stored: string, type: TypeFacts | undefined, language: Language): string {
  return (type && textIn(type, 'name', language)) || stored
}

/** Description of a charge. If it only repeats the type, the type name in the language of the document. */
function describedIn({ name, description }: BillableCharge['charge'], type: TypeFacts | undefined, language: Language) {
  return description === name || description === type?.name ? nameOf(name, type, language) : description
}

/** Parts of a line of several charges: names and amounts, at most ten. */
function detailOf(bundle: Bundle, language: Language, { types }: LineSources): string {
  const shown = bundle.slice(0, 10).map(({ charge }) => {
    return `${nameOf(charge.name, types.get(charge.charge_type), language)} ${amountText(decimal(charge.amount), charge.currency)}`
  })
  return [...shown, ...(bundle.length > shown.length ? ['…'] : [])].join(', ')
}

/** Splits a line by the departments of its orders. The parts sum to the line, and their fractions to 1 (BILL-3). */
function itemsOf(bundle: Bundle, line: LineRow, amount: Big, newId: () => string): LineItemRow[] {
  const groups = [...Map.groupBy(bundle, ({ order }) => order?.department ?? null)]
  const { currency } = bundle[0].charge
  const sums = groups.map(([, members]) => sumOf(members.map(({ charge }) => charge.amount)))
  const canSplit = groups.length > 1 && sums.every((sum) => sum.gt(0))
  const shown = canSplit ? groups.map(([department], at) => ({ department, sum: sums[at]! })) : [whole(groups, amount)]
  const fractions = fractionsOf(
    shown.map(({ sum }) => sum),
    currency,
  )
  return shown.map(({ department, sum }, at) => ({
    line_item_id: newId(),
    invoice_line_id: line.invoice_line_id,
    position: at + 1,
    fraction: fractions[at]!,
    amount: amountText(sum, currency),
    ...{ dimension_1: department, dimension_2: null, dimension_3: null },
    ...{ dimension_4: line.trip_name, dimension_5: null, dimension_6: null },
  }))
}

function whole(groups: readonly (readonly [string | null, readonly BillableCharge[]])[], sum: Big) {
  return { department: groups.length === 1 ? groups[0]![0] : null, sum }
}

/** Fractions that sum to 1, with six decimal places, by largest remainder. */
function fractionsOf(sums: readonly Big[], currency: string): string[] {
  if (sums.length === 1) return ['1']
  const million = decimal(`1e${6 - minorUnits(currency)}`)
  const shares = splitByLargestRemainder(million, sums, currency)
  return shares.map((share) => share.div(million).toFixed())
}
