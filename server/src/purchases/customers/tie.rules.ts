import { msg, type Sentence } from '@cartage/contract/message'
import type { Big } from 'big.js'
import { amountText, decimal, splitByLargestRemainder } from '../../books/money.rules.ts'
import type { PurchaseDocument, ReceivedLine } from '../intake/document.rules.ts'

/** A customer's charge that a self-billed document may cover. Amounts are text. */
export interface TieableCharge {
  readonly charge_id: string
  readonly order_id: string
  readonly order_name: string
  readonly reference: string | null
  readonly charge_type: string
  readonly name: string
  readonly amount: string
}

/** Charges of each line, by position. */
export type Ties = ReadonlyMap<number, readonly string[]>

/** A line with its charges. */
export interface TiedLine {
  readonly position: number
  readonly name: string
  readonly amount: string
  readonly difference: string
  readonly charges: readonly (TieableCharge & { readonly billed: string; readonly difference: string })[]
}

const zero = decimal('0')
const sum = (amounts: readonly string[]): Big => amounts.reduce((total, one) => total.plus(decimal(one)), zero)

/**
 * PURCH-19: proposed charges of lines, each charge once: those of the order that a line names, else the only charge, or
 * the only order, with its amount.
 */
export function proposeTies(document: PurchaseDocument, charges: readonly TieableCharge[]): Ties {
  const left = new Set(charges)
  const ties = new Map<number, string[]>()
  const tie = (line: ReceivedLine, found: readonly TieableCharge[]) => {
    if (found.length === 0) return
    ties.set(line.position, [...(ties.get(line.position) ?? []), ...found.map(({ charge_id }) => charge_id)])
    for (const charge of found) left.delete(charge)
  }
  const byName = ordersByName(charges)
  const orders = new Map(document.lines.map((line) => [line, orderOf(document, line, byName)]))
  for (const [order, lines] of Map.groupBy(document.lines, (line) => orders.get(line))) {
    if (order !== undefined) tieOrder(order, lines, left, tie)
  }
  for (const line of document.lines) if (orders.get(line) === undefined) tie(line, onlyWith(line, [...left]))
  return ties
}

type Tie = (line: ReceivedLine, found: readonly TieableCharge[]) => void

/** Assigns lines that name one order: by amount, by name, and a single remaining line takes all remaining charges. */
function tieOrder(order: string, lines: readonly ReceivedLine[], left: ReadonlySet<TieableCharge>, tie: Tie): void {
  const open = () => [...left].filter(({ order_id }) => order_id === order)
  const whole = sum(open().map(({ amount }) => amount))
  let rest = lines.length === 1 && whole.eq(decimal(lines[0]!.amount)) ? [] : lines
  if (rest.length === 0) tie(lines[0]!, open())
  for (const fits of [hasAmount, isCalled]) {
    rest = rest.filter((line) => {
      const found = open().find((charge) => fits(line, charge))
      if (found) tie(line, [found])
      return found === undefined
    })
  }
  if (rest.length === 1) tie(rest[0]!, open())
}

function hasAmount(line: ReceivedLine, charge: TieableCharge): boolean {
  return decimal(line.amount).eq(decimal(charge.amount))
}

type OrdersByName = ReadonlyMap<string, ReadonlySet<string>>

/** Orders by number and by customer reference. */
function ordersByName(charges: readonly TieableCharge[]): OrdersByName {
  const orders = new Map<string, Set<string>>()
  for (const { order_id, order_name, reference } of charges) {
    for (const name of [order_name, reference ?? order_name].map(plain)) {
      orders.set(name, (orders.get(name) ?? new Set<string>()).add(order_id))
    }
  }
  return orders
}

/** The only order named by a line, else by the document. */
function orderOf(document: PurchaseDocument, line: ReceivedLine, orders: OrdersByName): string | undefined {
  const named = (texts: readonly string[]) => [
    ...new Set(texts.flatMap((text) => [...(orders.get(plain(text)) ?? [])])),
  ]
  const own = named([...line.references, ...wordsOf(line)])
  const found = own.length > 0 ? own : named(document.customer_reference_numbers)
  return found.length === 1 ? found[0] : undefined
}

/** Words of a line that may be an order number or a reference. */
export function wordsOf({ name, description }: Pick<ReceivedLine, 'name' | 'description'>): string[] {
  return `${name} ${description}`.split(/[\s,;:()]+/).filter((word) => word.length > 2)
}

const plain = (text: string) => text.trim().toLowerCase()

function isCalled({ name, description }: ReceivedLine, charge: TieableCharge): boolean {
  const text = plain(`${name} ${description}`)
  return [charge.name, charge.charge_type].some((word) => word.length > 2 && text.includes(plain(word)))
}

function onlyWith(line: ReceivedLine, open: readonly TieableCharge[]): readonly TieableCharge[] {
  const amount = decimal(line.amount)
  const same = open.filter((charge) => decimal(charge.amount).eq(amount))
  if (same.length > 0) return same.length === 1 ? same : []
  const orders = [...Map.groupBy(open, ({ order_id }) => order_id).values()].filter((charges) =>
    sum(charges.map((charge) => charge.amount)).eq(amount),
  )
  return orders.length === 1 ? orders[0]! : []
}

/**
 * Lines with their charges. The difference of a line is split among its charges by amount, to the cent.
 * @param charges all candidates; others in the ties are ignored
 */
export function tieLines(document: PurchaseDocument, charges: readonly TieableCharge[], ties: Ties): TiedLine[] {
  const known = new Map(charges.map((charge) => [charge.charge_id, charge]))
  const { currency } = document
  const text = (amount: Big) => amountText(amount, currency)
  return document.lines.map(({ position, name, description, amount }) => {
    const tied = (ties.get(position) ?? []).flatMap((id) => known.get(id) ?? [])
    const difference = decimal(amount).minus(sum(tied.map((charge) => charge.amount)))
    const weights = tied.map((charge) => decimal(charge.amount).abs())
    const parts = tied.length === 0 ? [] : splitByLargestRemainder(difference, weights, currency)
    const written = tied.map((charge, at) => ({
      ...charge,
      amount: text(decimal(charge.amount)),
      billed: text(decimal(charge.amount).plus(parts[at]!)),
      difference: text(parts[at]!),
    }))
    return { position, name: name || description || '–', amount, difference: text(difference), charges: written }
  })
}

/** Totals of assigned lines, as text. */
export function sumsOfTies({ total_excl_tax: total, currency }: PurchaseDocument, lines: readonly TiedLine[]) {
  const expected = sum(lines.flatMap(({ charges }) => charges.map(({ amount }) => amount)))
  return {
    total,
    expected: amountText(expected, currency),
    difference: amountText(decimal(total).minus(expected), currency),
  }
}

/** PURCH-20: why a document cannot be accepted with these ties; undefined if it can. */
export function faultOfTies(lines: readonly TiedLine[], isCredit: boolean): Sentence | undefined {
  const bare = lines.find(({ charges, amount }) => charges.length === 0 && !decimal(amount).eq(0))
  if (bare) {
    return msg`Line ${bare.position} is for no charge. Choose one, add the charge to the order, or dispute the document.`
  }
  const ids = lines.flatMap(({ charges }) => charges.map(({ charge_id }) => charge_id))
  if (new Set(ids).size < ids.length) return msg`A charge is on two lines. Choose it for one of them.`
  if (!isCredit) return undefined
  const over = lines.flatMap(({ charges }) => charges).find(({ billed, amount }) => decimal(billed).gt(decimal(amount)))
  if (!over) return undefined
  return msg`${over.name} of order ${over.order_name} is credited with more than was billed. Dispute the document.`
}

/** Proof that a charge is billed: the customer's document number, type and date. */
export function proofOf({
  external_name,
  date,
  kind,
}: Pick<PurchaseDocument, 'external_name' | 'date' | 'kind'>): string {
  return `${external_name} (${kind === 'PURCHASE_CREDIT_NOTE' ? '261' : '389'}), ${date}`
}
