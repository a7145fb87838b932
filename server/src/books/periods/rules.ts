import { msg, type Sentence } from '@cartage/contract/message'
import type { Change } from '../../audit/rules.ts'
import { errorItem, Problem } from '../../http/problem.ts'

/** A booking month of a billing entity. */
export interface Period {
  billing_entity_id: string
  /** Such as 2026-11. */
  month: string
  status: 'OPEN' | 'CLOSED'
  reason: string | null
}

/** What prevents closing a month, and how to resolve it. */
export interface PeriodHold {
  /** Type of the record: `invoice`, `task`. */
  entity_type: string
  entity_id: string
  message: Sentence
}

/** The month of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/**
 * PERIOD-1, PERIOD-2: a month can be closed once it is over and nothing holds it open.
 * @param today the current day
 * @returns the closed month; undefined if it is closed already
 * @throws Problem validation_failed if the month is not over, period_held (409) with what holds it
 */
export function decideClose(period: Period, today: string, holds: readonly PeriodHold[]): Period | undefined {
  if (period.status === 'CLOSED') return undefined
  if (period.month >= monthOf(today)) {
    const message = msg`is not over yet: ${period.month} can be closed from the first day of the next month on`
    throw new Problem('validation_failed', { errors: [errorItem('month', message, 'month_running')] })
  }
  if (holds.length > 0) {
    const errors = holds.map((hold) =>
      errorItem('month', hold.message, { entity_type: hold.entity_type, entity_id: hold.entity_id }),
    )
    throw new Problem('period_held', { errors })
  }
  return { ...period, status: 'CLOSED', reason: null }
}

/** PERIOD-3: reopens a closed month with a reason; undefined if it is open. */
export function decideOpen(period: Period, reason: string): Period | undefined {
  return period.status === 'OPEN' ? undefined : { ...period, status: 'OPEN', reason }
}

/** Audit entry for a change of a month. */
export function periodChange(before: Period, after: Period): Change {
  const shown = ({ billing_entity_id: _id, ...members }: Period) => members
  return {
    entity_type: 'booking_period',
    entity_id: `${after.billing_entity_id} ${after.month}`,
    action: 'updated',
    before: shown(before),
    after: shown(after),
  }
}
