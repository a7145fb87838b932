import { decimal } from '../../books/money.rules.ts'
import type { ReceivedLine } from '../intake/document.rules.ts'
import type { ExecutedCharge, SupplierTrip } from './executed.model.ts'

/** A line with its trip. */
export interface PlacedLine {
  readonly line: ReceivedLine
  readonly trip: SupplierTrip | undefined
}

/** Terms for fuel surcharges and waiting time, in the languages of our carriers. */
const fuelWords = /fuel|diesel|brandstof|gasoil|gazole|carburant|kraftstoff|treibstoff|energietoeslag|floater/i
const waitingLabels = /wait|wacht|attente|wartez|standgeld|immobili/i

/** PURCH-4: charges of each line, in line order: each charge once, the most certain matches first. */
export function chargesOfLines(placed: readonly PlacedLine[], charges: readonly ExecutedCharge[]): ExecutedCharge[][] {
  const found: ExecutedCharge[][] = placed.map(() => [])
  const trips = [...new Set(placed.flatMap(({ trip }) => trip?.trip_id ?? []))]
  for (const trip_id of trips) {
    const at = placed.flatMap(({ trip }, index) => (trip?.trip_id === trip_id ? [index] : []))
    const lines = at.map((index) => placed[index]!.line)
    const own = charges.filter((charge) => charge.trip_id === trip_id)
    const open = own.filter(isOpen)
    // Billed charges are considered only for lines without open matches.
    const pairs = pairsOf(lines, open)
    const rest = pairsOf(
      lines.filter((_, index) => pairs[index]!.length === 0),
      own.filter((charge) => !isOpen(charge)),
    )
    lines.forEach((_, index) => {
      found[at[index]!] = pairs[index]!.length > 0 ? pairs[index]! : (rest.shift() ?? [])
    })
  }
  return found
}

function isOpen({ status, is_billed }: ExecutedCharge): boolean {
  return status === 'CREATED' && !is_billed
}

type Fit = (line: ReceivedLine, charge: ExecutedCharge) => boolean

/** Criteria from most to least certain: code, amount, name, remainder. */
const signs: readonly Fit[] = [
  (line, charge) => line.code !== null && line.code.toLowerCase() === charge.charge_type.toLowerCase(),
  (line, charge) => isCalled(line, charge) && decimal(line.amount).eq(decimal(charge.amount)),
  (line, charge) => isCalled(line, charge),
  (line, charge) => isFuel(line) && charge.role === 'SURCHARGE',
  (line, charge) => isWaiting(line) && (charge.has_evidence || waitingLabels.test(textOf(charge))),
  (line, charge) => !isFuel(line) && !isWaiting(line) && decimal(line.amount).eq(decimal(charge.amount)),
  (line, charge) => !isFuel(line) && !isWaiting(line) && charge.role === 'BASE',
]

function pairsOf(lines: readonly ReceivedLine[], charges: readonly ExecutedCharge[]): ExecutedCharge[][] {
  const [only] = lines
  if (lines.length === 1 && charges.length > 1 && isWhole(only!, charges)) return [[...charges]]
  const pairs: ExecutedCharge[][] = lines.map(() => [])
  const left = new Set(charges)
  for (const fits of signs) {
    lines.forEach((line, at) => {
      if (pairs[at]!.length > 0) return
      const charge = [...left].find((one) => fits(line, one))
      if (!charge) return
      pairs[at]!.push(charge)
      left.delete(charge)
    })
  }
  return pairs
}

/** Whether one line covers all costs of a trip: it names none of the charges, and none has its amount. */
function isWhole(line: ReceivedLine, charges: readonly ExecutedCharge[]): boolean {
  if (isFuel(line) || isWaiting(line)) return false
  return !charges.some((charge) => signs[0]!(line, charge) || decimal(line.amount).eq(decimal(charge.amount)))
}

function isFuel({ name, description }: ReceivedLine): boolean {
  return fuelWords.test(`${name} ${description}`)
}

function isWaiting({ name, description }: ReceivedLine): boolean {
  return waitingLabels.test(`${name} ${description}`)
}

function textOf({ charge_type, name }: ExecutedCharge): string {
  return `${charge_type} ${name}`
}

function isCalled({ name, description }: ReceivedLine, charge: ExecutedCharge): boolean {
  const text = `${name} ${description}`.toLowerCase()
  return [charge.name, charge.charge_type].some((word) => word.length > 2 && text.includes(word.toLowerCase()))
}
