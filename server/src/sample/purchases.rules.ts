import { amountText, decimal, roundToCurrency } from '../books/money.rules.ts'

/** A cost of a trip that its carrier invoices. */
export interface InvoicedCost {
  readonly charge_type: string
  readonly name: string
  readonly role: string
  readonly amount: string
  readonly approval: string | null
}

/** A trip with its carrier. */
export interface CarriedTrip {
  readonly trip_name: string
  readonly carrier: string
  readonly vat_number: string | null
  readonly costs: readonly InvoicedCost[]
}

/** Idempotency keys of the documents. */
export const purchaseKeys = { disputed: 'sample-purchase-disputed', unplaced: 'sample-purchase-unplaced' } as const

/** The extra that was agreed for the trip by phone. */
export const agreedToll = {
  charge_type: 'TOLL',
  unit_price: '38.00',
  description: 'Liefkenshoek tunnel, agreed by phone',
}

/**
 * Invoice from the carrier of a trip: a price above its rate card, the toll as agreed, and unapproved waiting time. It
 * is disputed (PURCH-6).
 */
export function disputedInvoice(trip: CarriedTrip, date: string, due_date: string) {
  const price = trip.costs.find(({ role }) => role === 'BASE') ?? trip.costs[0]
  const lines = trip.costs.map((cost) => {
    const asked = cost === price ? decimal(cost.amount).times('1.06') : decimal(cost.amount)
    const amount = amountText(roundToCurrency(asked, 'EUR'), 'EUR')
    return lineOf(`${cost.name} ${trip.trip_name}`, amount, trip.trip_name)
  })
  const waiting = trip.costs.some(({ approval }) => approval === 'TO_REQUEST')
  const all = waiting ? lines : [...lines, lineOf(`Waiting time ${trip.trip_name}`, '63.00', trip.trip_name)]
  const supplier = { name: trip.carrier, ...(trip.vat_number !== null && { vat_number: trip.vat_number }) }
  return invoiceOf({ name: 'VF-20417', date, due_date, supplier, lines: all })
}

/** An invoice from an unknown company: it waits for manual matching (PURCH-1). */
export function unplacedInvoice(date: string, due_date: string) {
  const supplier = { name: 'Garage Verstraete', vat_number: 'BE0765432182' }
  const lines = [lineOf('Tyres and wheel alignment', '412.60'), lineOf('Roadside assistance', '165.00')]
  return invoiceOf({ name: '2026/0388', date, due_date, supplier, lines })
}

type Line = ReturnType<typeof lineOf>

function lineOf(description: string, amount: string, trip_name?: string) {
  return {
    ...{ description, amount, currency: 'EUR', tax_rate: { percentage: 21, tax_type: 'VAT' } },
    ...(trip_name !== undefined && { references: { trip_name } }),
  }
}

interface Given {
  name: string
  date: string
  due_date: string
  supplier: { name: string; vat_number?: string }
  lines: readonly Line[]
}

function invoiceOf({ lines, ...given }: Given) {
  const net = lines.reduce((sum, { amount }) => sum.plus(decimal(amount)), decimal('0'))
  const tax = roundToCurrency(net.times('0.21'), 'EUR')
  const text = (amount: typeof net) => amountText(amount, 'EUR')
  return {
    ...given,
    ...{ currency: 'EUR', invoice_type: 'PURCHASE', line_items: lines },
    ...{ total_excl_tax: text(net), total_tax: text(tax), total_incl_tax: text(net.plus(tax)) },
  }
}
