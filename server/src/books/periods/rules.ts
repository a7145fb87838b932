import { msg, type Sentence } from '@cartage/contract/message'
import type { Change } from '../../audit/rules.ts'
import { errorItem, Problem } from '../../http/problem.ts'

/** A month of the books of a billing entity. */
export interface Period {
  billing_entity_id: string
  /** As 2026-11. */
  month: string
  status: 'OPEN' | 'CLOSED'
  reason: string | null
}

/** What keeps a month from being closed, and what to do about it. */
export interface PeriodHold {
  /** The record: `invoice`, `task`. */
  entity_type: string
  entity_id: string
  message: Sentence
}

/** The month of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/**
 * PERIOD-1, PERIOD-2: a month is closed once it is over and nothing holds it open.
 * @param today the day it is
 * @returns the closed month; undefined when it is closed already
 * @throws Problem validation_failed for a month that is not over, period_held (409) with what holds it
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

/** PERIOD-3: a closed month is opened again with a reason; undefined when it is open. */
export function decideOpen(period: Period, reason: string): Period | undefined {
  return period.status === 'OPEN' ? undefined : { ...period, status: 'OPEN', reason }
}

/** The change of a month, for the audit trail. */
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
