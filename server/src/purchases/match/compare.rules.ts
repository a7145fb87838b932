import type { PurchaseReason } from '@cartage/contract/purchases/app'
import type { Big } from 'big.js'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { PurchaseDocument, ReceivedLine } from '../intake/document.rules.ts'
import type { ExecutedCharge, SupplierTrip } from './executed.model.ts'
import { notesOf, referencesOf } from './naming.rules.ts'
import { chargesOfLines } from './pair.rules.ts'

/** An expected charge from when the trip was dispatched. */
export interface AgreedCharge {
  readonly trip_id: string
  readonly charge_id: string
  readonly charge_type: string
  readonly amount: string
}

/** Everything a document is compared with. */
export interface MatchFacts {
  readonly document: PurchaseDocument
  readonly trips: readonly SupplierTrip[]
  readonly charges: readonly ExecutedCharge[]
  readonly agreed: readonly AgreedCharge[]
  /** Trips assigned by a person, by line position. */
  readonly placements: Readonly<Record<string, string>>
  /** Lines whose tax is not in the settings, or does not add up. */
  readonly untaxed: ReadonlySet<number>
  readonly tolerance: { readonly percentage: string; readonly amount: string }
}

/** A document line compared with agreed and executed costs. */
export interface MatchedLine {
  readonly position: number
  readonly name: string
  readonly invoiced: string
  readonly trip_id: string | null
  readonly trip_name: string | null
  readonly charges: readonly { readonly charge_id: string; readonly charge_type: string; readonly name: string }[]
  readonly agreed: string | null
  readonly executed: string | null
  readonly difference: string
  readonly reason: PurchaseReason | null
  /** Probable trip, by amount and day. */
  readonly proposal: { readonly trip_id: string; readonly trip_name: string } | null
}

/** Result of comparing a document. */
export interface MatchResult {
  readonly result: 'MATCHED' | 'DISPUTED'
  readonly agreed: string | null
  readonly executed: string | null
  readonly invoiced: string
  readonly tolerance: string
  readonly lines: readonly MatchedLine[]
}

const zero = decimal('0')
const sum = (amounts: readonly string[]): Big => amounts.reduce((total, one) => total.plus(decimal(one)), zero)

/** Reasons not covered by any tolerance. */
const always: ReadonlySet<PurchaseReason> = new Set([
  ...(['UNKNOWN_TRIP', 'ALREADY_INVOICED', 'CURRENCY', 'TAX', 'NO_LINES'] as const),
])

/**
 * PURCH-5: compares invoiced amounts with executed and agreed costs. The total may differ by the tolerance. Lines that
 * differ beyond it have a reason.
 */
export function matchDocument(facts: MatchFacts): MatchResult {
  const { document } = facts
  const text = (amount: Big) => amountText(amount, document.currency)
  const placed = document.lines.map((line) => ({ line, trip: tripOf(line, facts) }))
  const pairs = chargesOfLines(placed, facts.charges)
  const lines = placed.map(({ line, trip }, at) => compared(line, trip, pairs[at] ?? [], facts))
  const executed = sum(lines.map((line) => line.executed ?? '0'))
  // Positive and negative differences of lines do not offset each other.
  const difference = lines.reduce((total, line) => total.plus(decimal(line.difference).abs()), zero)
  const tolerance = toleranceOf(executed, facts.tolerance)
  const isOutside = difference.gt(tolerance)
  const isDisputed = isOutside || lines.some(({ reason }) => reason !== null && always.has(reason))
  const agreed = lines.some((line) => line.agreed !== null) ? text(sum(lines.map((line) => line.agreed ?? '0'))) : null
  return {
    result: isDisputed ? 'DISPUTED' : 'MATCHED',
    agreed,
    executed: lines.some((line) => line.executed !== null) ? text(executed) : null,
    invoiced: document.total_excl_tax,
    tolerance: text(tolerance),
    lines: isDisputed ? lines : lines.map((line) => ({ ...line, reason: null })),
  }
}

/** The smaller of a percentage of the executed costs and an amount. */
function toleranceOf(executed: Big, { percentage, amount }: MatchFacts['tolerance']): Big {
  const part = executed.abs().times(decimal(percentage)).div(100)
  const most = decimal(amount)
  return part.lt(most) ? part : most
}

/** PURCH-4: the trip chosen by a person, else named by the line, else by the document. */
function tripOf(line: ReceivedLine, { trips, placements, document }: MatchFacts): SupplierTrip | undefined {
  const chosen = trips.find(({ trip_id }) => trip_id === placements[String(line.position)])
  if (chosen) return chosen
  const named = onlyNamed(trips, line.references)
  if (named) return named
  const text = `${line.name} ${line.description}`
  return (
    onlyWritten(trips, text) ??
    onlyNamed(trips, referencesOf(document)) ??
    onlyWritten(trips, notesOf(document).join(' '))
  )
}

/** The only trip named in a text, by its own name, else by an order or reference it carries. */
function onlyWritten(trips: readonly SupplierTrip[], text: string): SupplierTrip | undefined {
  const byName = trips.filter(({ name }) => says(text, name))
  if (byName.length === 1) return byName[0]
  const byOrder = trips.filter(({ references }) => references.some((name) => says(text, name)))
  return byName.length === 0 && byOrder.length === 1 ? byOrder[0] : undefined
}

function onlyNamed(trips: readonly SupplierTrip[], names: readonly string[]): SupplierTrip | undefined {
  const plain = new Set(names.map((name) => name.trim().toLowerCase()))
  const byName = trips.filter((trip) => plain.has(trip.name.toLowerCase()))
  if (byName.length === 1) return byName[0]
  const byOrder = trips.filter((trip) => trip.references.some((name) => plain.has(name.toLowerCase())))
  return byOrder.length === 1 ? byOrder[0] : undefined
}

/** Whether a text contains a name as a whole word. */
function says(written: string, wanted: string): boolean {
  if (wanted.length < 3) return false
  const text = ` ${written} `.toLowerCase()
  const at = text.indexOf(wanted.toLowerCase())
  if (at < 0) return false
  const around = `${text[at - 1]}${text[at + wanted.length]}`
  return !/[\p{L}\p{N}]/u.test(around)
}

function compared(
  line: ReceivedLine,
  trip: SupplierTrip | undefined,
  charges: readonly ExecutedCharge[],
  facts: MatchFacts,
): MatchedLine {
  const { currency } = facts.document
  const text = (amount: Big) => amountText(amount, currency)
  const live = charges.filter((charge) => isExecuted(charge) && charge.currency === currency)
  const executed = live.length === 0 ? null : text(sum(live.map(({ amount }) => amount)))
  const expected = facts.agreed.filter((one) => charges.some((charge) => isSame(one, charge)))
  const difference = decimal(line.amount).minus(decimal(executed ?? '0'))
  return {
    position: line.position,
    name: line.name,
    invoiced: line.amount,
    trip_id: trip?.trip_id ?? null,
    trip_name: trip?.name ?? null,
    charges: live.map(({ charge_id, charge_type, name }) => ({ charge_id, charge_type, name })),
    agreed: expected.length === 0 ? null : text(sum(expected.map(({ amount }) => amount))),
    executed,
    difference: text(difference),
    reason: reasonOf(line, trip, charges, { difference, facts }),
    proposal: trip ? null : proposalOf(facts),
  }
}

function isExecuted({ status, approval, is_billed }: ExecutedCharge): boolean {
  return status === 'CREATED' && !is_billed && (approval === null || approval === 'APPROVED')
}

function isSame(agreed: AgreedCharge, charge: ExecutedCharge): boolean {
  if (agreed.charge_id === charge.charge_id) return true
  return agreed.trip_id === charge.trip_id && agreed.charge_type === charge.charge_type
}

interface Difference {
  readonly difference: Big
  readonly facts: MatchFacts
}

/** PURCH-6: reason for the difference of a line; null if none. */
function reasonOf(
  line: ReceivedLine,
  trip: SupplierTrip | undefined,
  charges: readonly ExecutedCharge[],
  { difference, facts }: Difference,
): PurchaseReason | null {
  const { document, untaxed } = facts
  if (!trip) return 'UNKNOWN_TRIP'
  if (charges.some(({ is_billed, status }) => is_billed || isSettled(status))) return 'ALREADY_INVOICED'
  if (charges.some(({ currency }) => currency !== document.currency)) return 'CURRENCY'
  if (untaxed.has(line.position)) return 'TAX'
  // A person has to assign totals without lines (PURCH-27).
  if (document.has_no_lines) return 'NO_LINES'
  if (difference.eq(0)) return null
  if (charges.some((charge) => !isExecuted(charge))) return 'WAITING_NOT_APPROVED'
  const [charge, second] = charges
  if (!charge) return 'NOT_EXECUTED'
  if (second) return 'PRICE'
  if (charge.role === 'SURCHARGE') return 'FUEL_RATE'
  return isByQuantity(line, charge) ? 'QUANTITY' : 'PRICE'
}

function isSettled(status: string): boolean {
  return status === 'INVOICED' || status === 'INVOICE_POSTED' || status === 'INVOICED_EXTERNAL'
}

/** Whether the quantity differs, if the line states one. Extras are counted in hours and pieces. */
function isByQuantity(line: ReceivedLine, charge: ExecutedCharge): boolean {
  const isGiven = line.quantity !== '1' || line.unit_price !== line.amount
  if (isGiven && decimal(charge.unit_price).eq(decimal(line.unit_price))) return true
  if (isGiven && decimal(charge.quantity).eq(decimal(line.quantity))) return false
  return charge.role === 'ACCESSORIAL' || charge.has_evidence
}

/** The supplier's only trip in the 60 days before the document whose open costs equal its total. */
function proposalOf({ document, trips, charges }: MatchFacts): MatchedLine['proposal'] {
  const fitting = trips.filter(({ trip_id, completed_on }) => {
    const open = charges.filter((charge) => charge.trip_id === trip_id && isExecuted(charge))
    const isRecent = completed_on === null || daysBetween(completed_on, document.date) <= 60
    return open.length > 0 && isRecent && sum(open.map(({ amount }) => amount)).eq(decimal(document.total_excl_tax))
  })
  const [only, other] = fitting
  return only && !other ? { trip_id: only.trip_id, trip_name: only.name } : null
}

function daysBetween(from: string, to: string): number {
  return Math.abs(Date.parse(to) - Date.parse(from)) / 86_400_000
}
