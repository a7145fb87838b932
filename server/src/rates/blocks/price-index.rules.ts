import { msg } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import type { Block, IndexReading } from '@cartage/contract/rates/app/blocks'
import { Big } from 'big.js'
import { numberOf, type Scene } from '../engine/facts.rules.ts'
import { type Failed, failed, isFailed, type Outcome } from '../engine/outcome.rules.ts'
import { bracketsOf, placeOf } from './brackets.rules.ts'
import { measure } from './quantity.rules.ts'

/** INDEX: a price from a dated index, times a quantity (PRICE-16). */
export function indexBlock(block: Extract<Block, { kind: 'INDEX' }>, scene: Scene): Outcome {
  const unitPrice = readIndex(block.rate, scene)
  if (isFailed(unitPrice)) return unitPrice
  const measured = block.quantity
    ? measure(block.quantity, scene)
    : { quantity: new Big(1), unit: 'C62', decidedBy: null }
  if (isFailed(measured)) return measured
  const { quantity, unit, decidedBy } = measured
  const amount = quantity.times(unitPrice)
  const message = () =>
    msg`Index ${block.rate.index}: ${quantity.toFixed()} × ${unitPrice.toFixed()} = ${amount.toFixed()}.`
  return { result: 'APPLIED', amount, quantity, unit, unitPrice, decidedBy, message }
}

/** Value of an index reading on the rating date, or why there is none (PRICE-16). */
export function readIndex(reading: IndexReading, scene: Scene): Big | Failed {
  const value = indexValue(reading.index, scene)
  if (isFailed(value)) return value
  if (reading.kind === 'DIRECT') return value
  if (reading.kind === 'STEPS') return stepsAbove(reading, value)
  const brackets = bracketsOf(reading.brackets)
  const place = placeOf(brackets, value)
  if (place >= 0) return brackets[place]!.price
  return failed(() => msg`Index ${reading.index} is ${value.toFixed()}, below the first value of its table.`)
}

/** STEPS: an increment for each full step above the base, within floor and cap. A partial step does not count. */
function stepsAbove(reading: Extract<IndexReading, { kind: 'STEPS' }>, value: Big): Big {
  const steps = value.minus(numberOf(reading.base)).div(numberOf(reading.step)).round(0, Big.roundDown)
  const given = steps.times(numberOf(reading.per_step))
  const least = numberOf(reading.floor)
  const atLeast = given.lt(least) ? least : given
  const most = reading.cap === undefined ? undefined : numberOf(reading.cap)
  return most !== undefined && atLeast.gt(most) ? most : atLeast
}

function indexValue(code: string, scene: Scene): Big | Failed {
  const index = scene.tariff.indexes.get(code)
  if (!index) return failed(() => msg`There is no index ${code}.`)
  const last = index.values.findLast(({ valid_from }) => valid_from <= scene.ratedOn)
  if (last && (index.lasts_days === null || daysBetween(last.valid_from, scene.ratedOn) < index.lasts_days)) {
    return numberOf(last.value)
  }
  return failed(
    () =>
      last
        ? msg`Index ${code} has no value for ${spokenDate(scene.ratedOn)}; the last is of ${spokenDate(last.valid_from)}.`
        : msg`Index ${code} has no value for ${spokenDate(scene.ratedOn)}.`,
    () => ({
      fact: null,
      to: null,
      by: null,
      message: msg`Add a value of ${code} that is valid on ${spokenDate(scene.ratedOn)}.`,
    }),
  )
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}
