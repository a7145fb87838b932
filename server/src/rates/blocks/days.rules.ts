import { msg } from '@cartage/contract/message'
import type { Block, DayCount } from '@cartage/contract/rates/app/blocks'
import { utcDay } from '@cartage/contract/reading/calendar'
import { Big } from 'big.js'
import { factValue, measureOf, nothing, notKnown, type Scene, textOf } from '../engine/facts.rules.ts'
import { type Failed, failed, isFailed, type Outcome } from '../engine/outcome.rules.ts'
import { bracketsOf, placeOf } from './brackets.rules.ts'

const dayLength = 86_400_000
/** Longer than any container is kept. A higher number means a wrong date. */
const mostDays = 3_660

/** DAYS: days beyond the free days, each at the price of its own bracket (PRICE-15). */
export function daysBlock(block: Extract<Block, { kind: 'DAYS' }>, scene: Scene): Outcome {
  const days = countDays(block.days, scene)
  if (typeof days !== 'number') return days
  const beyond = days - block.free
  if (beyond <= 0) {
    return { result: 'SKIPPED', message: () => msg`${days} days are within the ${block.free} that are free.` }
  }
  const brackets = bracketsOf(block.brackets)
  let amount = nothing
  for (let day = 1; day <= beyond; day += 1) {
    const place = placeOf(brackets, new Big(day))
    if (place < 0) return failed(() => msg`There is no price for day ${day} beyond the free days.`)
    amount = amount.plus(brackets[place]!.price)
  }
  const total = amount
  return {
    result: 'APPLIED',
    amount: total,
    quantity: new Big(beyond),
    unit: 'DAY',
    unitPrice: total.div(beyond),
    decidedBy: null,
    message: () => msg`${days} days, ${block.free} of them free: ${beyond} days = ${total.toFixed()}.`,
  }
}

/** Number of days that count, or why it is unknown. */
function countDays(count: DayCount, scene: Scene): number | Failed {
  if (count.kind === 'FACT') {
    const days = measureOf(scene, count.fact)
    if (isFailed(days)) return days
    const whole = days.round(0, Big.roundUp)
    return whole.gt(mostDays) ? tooMany() : whole.toNumber()
  }
  const [from, to] = [textOf(scene, count.from), textOf(scene, count.to)]
  if (typeof from !== 'string') return from
  if (typeof to !== 'string') return to
  const first = Date.parse(`${from}T00:00:00Z`) + (count.first === 'DAY_AFTER' ? dayLength : 0)
  const last = Date.parse(`${to}T00:00:00Z`) - (count.counts_last ? 0 : dayLength)
  if (Number.isNaN(first) || Number.isNaN(last)) return failed(() => msg`${from} or ${to} is not a date.`)
  if (to < from) return failed(() => msg`${count.to} (${to}) is before ${count.from} (${from}).`)
  if (last - first > mostDays * dayLength) return tooMany()
  return count.calendar === 'CALENDAR' ? Math.max(0, (last - first) / dayLength + 1) : workingDays(first, last, scene)
}

function tooMany(): Failed {
  return failed(() => msg`More than ${mostDays} days: look at the dates.`)
}

/** Days without weekends and public holidays. Unknown holidays do not count as none (PRICE-4). */
function workingDays(first: number, last: number, scene: Scene): number | Failed {
  const holidays = factValue(scene, 'order.holidays')
  if (!Array.isArray(holidays)) return notKnown('order.holidays', holidays)
  let days = 0
  for (let day = first; day <= last; day += dayLength) {
    const date = new Date(day)
    const isWeekend = date.getUTCDay() % 6 === 0
    if (!isWeekend && !holidays.includes(utcDay(date))) days += 1
  }
  return days
}
