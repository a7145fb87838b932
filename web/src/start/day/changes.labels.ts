import type { PlanChange, PlanChangeGood } from '@cartage/contract/orders/app/plan-changes'
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { dateIn } from '../../ui/time/date-format.ts'

const roles = {
  SETUP: msg`Stop before`,
  PICKUP: msg`Pickup`,
  DELIVERY: msg`Delivery`,
  STANDALONE: msg`Stop`,
  TEARDOWN: msg`Stop after`,
}

/** A change after planning: its subject, old and new value. Null if there is none. */
export interface ChangeLabels {
  subject: string
  before: string | null
  after: string | null
}

/** Text of a change. Unknown ones show their code (COMPAT-4). */
export function useChangeLabels(): (change: PlanChange) => ChangeLabels {
  const { t, i18n } = useLingui()
  return ({ what, role, before, after }) => {
    const known = roles[role as keyof typeof roles]
    const stop = known === undefined ? (role ?? '') : i18n._(known)
    const place = (after ?? before)?.place ?? ''
    switch (what) {
      case 'PLACE':
        return { subject: t`${stop}: place`, before: before?.place ?? null, after: after?.place ?? null }
      case 'TIME':
        return { subject: t`${stop} ${place}: time`, before: timeText(before, i18n), after: timeText(after, i18n) }
      case 'STOP_ADDED':
        return { subject: t`${stop} added`, before: null, after: joined([place, timeText(after, i18n)]) }
      case 'STOP_REMOVED':
        return { subject: t`${stop} removed`, before: joined([place, timeText(before, i18n)]), after: null }
      case 'GOODS':
        return {
          subject: t`Goods from ${place}`,
          before: before?.good ? goodText(before.good, i18n) : t`none`,
          after: after?.good ? goodText(after.good, i18n) : t`none`,
        }
      case 'CANCELLED':
        return { subject: t`Order cancelled`, before: null, after: null }
      default:
        return { subject: joined([stop, what]), before: before?.place ?? null, after: after?.place ?? null }
    }
  }
}

const joined = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ')

function timeText(side: PlanChange['before'], i18n: I18n): string {
  const day = side?.date
    ? dateIn(i18n, new Date(`${side.date}T00:00:00Z`), {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      })
    : '—'
  const window = [side?.from, side?.to].filter(Boolean).join('–')
  return `${day.replaceAll(',', '')} ${window}`.trim()
}

function goodText(good: PlanChangeGood, i18n: I18n): string {
  const number = (value: number) => i18n.number(value)
  const measure = (value: number | null, unit: string) => (value === null ? null : `${number(value)} ${unit}`)
  const pieces = [good.quantity === null ? null : number(good.quantity), good.packaging].filter(Boolean).join(' × ')
  return (
    joined([
      pieces,
      good.name,
      measure(good.weight_kg, 'kg'),
      measure(good.loading_meters, 'ldm'),
      measure(good.pallet_spaces, 'pp'),
      measure(good.volume_m3, 'm³'),
      good.un_numbers.length === 0 ? null : good.un_numbers.map((un) => `UN ${un}`).join(', '),
      good.temperatures.length === 0 ? null : `${good.temperatures.map(number).join(' / ')} °C`,
    ]) || '—'
  )
}
