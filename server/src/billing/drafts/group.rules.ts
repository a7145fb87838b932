import type { BillingGrouping } from '@cartage/contract/billing/app/preference'
import { utcDay } from '@cartage/contract/reading/calendar'
import { paymentTermOf } from '../../books/terms.rules.ts'
import type { ChargeRow } from '../../charges/record/store.ts'
import type { BilledCompany, EntityFacts, OrderFacts } from './facts.rules.ts'

/** A charge with the facts that determine its document. */
export interface BillableCharge {
  readonly charge: ChargeRow
  readonly order: OrderFacts | null
  readonly entity: EntityFacts
  readonly billed: BilledCompany
}

/** Charges of one document. */
export interface ChargeGroup {
  /** What the charges have in common, stored with the draft to find it again. */
  readonly key: string
  readonly entity: EntityFacts
  readonly billed: BilledCompany
  readonly currency: string
  readonly payment_term: string
  readonly charges: readonly BillableCharge[]
}

/**
 * Groups charges into documents. Billing entity, company, currency, payment term, items outside the scope of VAT and
 * different exemption reasons always split (BILL-2). The company's preference may split further (BILL-3).
 */
export function groupCharges(charges: readonly BillableCharge[]): ChargeGroup[] {
  const together = Map.groupBy(charges, (one) => commonKey(one))
  return [...together].flatMap(([common, group]) =>
    [...Map.groupBy(group, taxationOf(group))].map(([taxation, members]) => {
      const { entity, billed, charge } = members[0]!
      return {
        key: `${common}|${taxation}`,
        entity,
        billed,
        currency: charge.currency,
        payment_term: termOf(billed, entity),
        charges: members,
      }
    }),
  )
}

/** The payment term of a sale (TERM-3). */
export function termOf({ company }: BilledCompany, entity: EntityFacts): string {
  return paymentTermOf(company.sales?.payment_term?.code, company.payment_term?.code, entity.payment_term)
}

/** Grouping key without taxation. */
function commonKey({ charge, order, entity, billed }: BillableCharge): string {
  const fixed = [entity.billing_entity_id, billed.company.id, charge.currency, termOf(billed, entity)]
  const chosen = billed.preference.group_by.map((by) => `${by}=${groupValue(by, charge, order)}`)
  return [...fixed, ...chosen].join('|')
}

/** First part of a key, which lines may never leave. */
export function fixedPart(key: string): string {
  const parts = key.split('|')
  return [...parts.slice(0, 4), taxationOfKey(key)].join('|')
}

function taxationOfKey(key: string): string {
  return key.split('|').at(-1)!.split('#')[0]!
}

/**
 * Splits taxation that one document cannot show: items outside the scope of VAT are separate, and of several exemption
 * reasons the first stays with the rest (BILL-2).
 */
function taxationOf(group: readonly BillableCharge[]): (one: BillableCharge) => string {
  const reasons = [...new Set(group.flatMap((one) => exemption(one) ?? []))].sort()
  return (one) => {
    if (one.charge.tax?.category === 'O') return 'O'
    const reason = exemption(one)
    return reason === undefined || reason === reasons[0] ? 'VAT' : `E ${reason}`
  }
}

function exemption({ charge: { tax } }: BillableCharge): string | undefined {
  return tax?.category === 'E' ? (tax.vatex ?? tax.description) : undefined
}

function groupValue(by: BillingGrouping, charge: ChargeRow, order: OrderFacts | null): string {
  const day = charge.supplied_on ?? order?.delivery_on ?? order?.pickup_on ?? ''
  switch (by) {
    case 'ORDER':
      return charge.order_id ?? charge.trip_id ?? ''
    case 'DAY':
      return day
    case 'WEEK':
      return mondayOf(day)
    case 'HALF_MONTH':
      return day && `${day.slice(0, 7)}-${Number(day.slice(8)) <= 15 ? 1 : 2}`
    case 'MONTH':
      return day.slice(0, 7)
    case 'REFERENCE':
      return plain(order?.reference)
    case 'DEPARTMENT':
      return plain(order?.department)
    case 'TRIP':
      return charge.trip_id ?? order?.trip?.trip_id ?? ''
    case 'DELIVERY_PLACE': {
      const place = order?.delivery_place
      return plain([place?.country, place?.postal_code, place?.city, place?.street, place?.name].join(' '))
    }
  }
}

/** Text without the separators of key parts. */
function plain(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/[|#]/g, '/').trim().toLowerCase()
}

/** Monday of the week of a day. */
function mondayOf(day: string): string {
  if (day === '') return ''
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return utcDay(date)
}

/** The last billing day on or before a date, for a company with its own invoice day (BILL-16). */
export function lastInvoiceDay(invoiceDay: number, date: string): string {
  const [year, month] = date.split('-').map(Number) as [number, number]
  const dayIn = (offset: number) => {
    const last = new Date(Date.UTC(year, month + offset, 0))
    const day = Math.min(invoiceDay, last.getUTCDate())
    return utcDay(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), day))
  }
  const own = dayIn(0)
  return own <= date ? own : dayIn(-1)
}
