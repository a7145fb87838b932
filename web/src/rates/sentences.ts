import type { Block, IndexReading } from '@cartage/contract/rates/app/blocks'
import type { Condition } from '@cartage/contract/rates/app/conditions'
import type { Quantity } from '@cartage/contract/rates/app/quantities'
import type { RateLine } from '@cartage/contract/rates/app/rate-card'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { decimalText } from './decimal-text.ts'
import { factText } from './fact.labels.ts'

/** Context of sentences: the reader's language and the card. */
export interface Voice {
  language: string
  currency: string
  /** Name of a charge type by code. */
  typeName: (code: string) => string
}

const listed = (texts: readonly string[], language: string, type: 'conjunction' | 'disjunction' = 'disjunction') =>
  new Intl.ListFormat(language, { type }).format(texts)

/** A day of the week by its code. */
export function weekdayText(code: string): string {
  const at = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].indexOf(code)
  return i18n.date(new Date(Date.UTC(2026, 0, 5 + at)), { weekday: 'long', timeZone: 'UTC' })
}

/** Text of one condition. */
export function conditionText(condition: Condition, language: string): string {
  if (condition.kind === 'FORMULA') return condition.formula
  const fact = factText(condition.fact)
  const several = (texts: readonly string[]) => listed(texts, language)
  switch (condition.kind) {
    case 'IS':
      return typeof condition.value === 'boolean' ? yesOrNo(fact, condition.value) : t`${fact} is ${condition.value}`
    case 'IS_NOT':
      return typeof condition.value === 'boolean'
        ? yesOrNo(fact, !condition.value)
        : t`${fact} is not ${condition.value}`
    case 'IN':
      return t`${fact} is ${several(condition.values)}`
    case 'NOT_IN':
      return t`${fact} is not ${several(condition.values)}`
    case 'BETWEEN':
      return `${fact} ${boundsText(condition, language)}`
    case 'PREFIX':
      return t`${fact} begins with ${several(condition.prefixes)}`
    case 'WEEKDAY':
      return t`${fact} is a ${several(condition.days.map(weekdayText))}`
    case 'HAS':
      return t`${fact} includes ${condition.value}`
    case 'HAS_NOT':
      return t`${fact} does not include ${condition.value}`
    case 'KNOWN':
      return t`${fact} is known`
  }
}

function yesOrNo(fact: string, isOn: boolean): string {
  return isOn ? t`${fact}: yes` : t`${fact}: no`
}

function boundsText(bounds: Extract<Condition, { kind: 'BETWEEN' }>, language: string): string {
  const signs = { from: '≥', above: '>', to: '≤', below: '<' } as const
  const names = ['from', 'above', 'to', 'below'] as const
  return names
    .flatMap((name) => (bounds[name] === undefined ? [] : [`${signs[name]} ${decimalText(bounds[name], language)}`]))
    .join(', ')
}

/** Text of how a quantity is measured. */
export function quantityText(quantity: Quantity, language: string): string {
  const parts = [measureText(quantity)]
  if (quantity.kind === 'FACT' && Number(quantity.free) > 0) {
    const free = decimalText(quantity.free, language)
    parts.push(t`first ${free} free`)
  }
  if (quantity.round_up !== undefined) {
    const step = decimalText(quantity.round_up, language)
    parts.push(t`rounded up to ${step}`)
  }
  return parts.join(', ')
}

function measureText(quantity: Quantity): string {
  if (quantity.kind === 'FACT') return factText(quantity.fact)
  if (quantity.kind === 'FORMULA') return quantity.formula
  const { pallet } = quantity
  const ratios = [
    quantity.m3 !== undefined && `1 m³ = ${quantity.m3} kg`,
    quantity.ldm !== undefined && `1 LDM = ${quantity.ldm} kg`,
    pallet === undefined ? false : t`1 pallet space = ${pallet} kg`,
  ].filter((one) => one !== false)
  return ratios.length === 0 ? t`Chargeable weight` : `${t`Chargeable weight`} (${ratios.join(', ')})`
}

/** Text of a line's amount. */
export function blockText(block: Block, voice: Voice): string {
  const { language, currency, typeName } = voice
  const money = (price: string) => `${decimalText(price, language)} ${currency}`
  const types = (codes: readonly string[]) => listed(codes.map(typeName), language, 'conjunction')
  switch (block.kind) {
    case 'FIXED':
      return money(block.price)
    case 'PER_UNIT':
      return `${perText(block.per, money(block.price))} × ${quantityText(block.quantity, language)}`
    case 'STEPPED':
    case 'INCREMENTAL':
      return bracketsText(block, voice)
    case 'TABLE':
      return tableText(block, language)
    case 'PERCENT': {
      const percent =
        block.rate.kind === 'FIXED'
          ? `${decimalText(block.rate.percent, language)} %`
          : readingText(block.rate, language, '%')
      return t`${percent} of ${types(block.of)}`
    }
    case 'INDEX': {
      const price = readingText(block.rate, language, currency)
      return block.quantity ? `${price} × ${quantityText(block.quantity, language)}` : price
    }
    case 'TIME': {
      const [price, unit, free] = [
        money(block.price),
        decimalText(block.unit, language),
        decimalText(block.free, language),
      ]
      return t`${price} per started ${unit} min beyond ${free} min (${factText(block.fact)})`
    }
    case 'DAYS': {
      const prices = pricesText(block.brackets, voice)
      return t`${prices} per day beyond ${block.free} free days (${daysText(block.days)})`
    }
    case 'PASS_THROUGH': {
      const margin = decimalText(block.margin_percent, language)
      return Number(block.margin_percent) === 0
        ? t`${types(block.of)} at cost`
        : t`${types(block.of)} at cost plus ${margin} %`
    }
    case 'FORMULA':
      return block.formula
  }
}

function perText(per: string, price: string): string {
  return per === '100_UNITS' ? t`${price} per 100` : price
}

type TableBlock = Extract<Block, { kind: 'TABLE' }>
type Bracketed = Extract<Block, { kind: 'STEPPED' | 'INCREMENTAL' }>

function bracketsText(block: Bracketed, voice: Voice): string {
  const quantity = quantityText(block.quantity, voice.language)
  const prices = perText(block.per, pricesText(block.brackets, voice))
  if (block.kind === 'INCREMENTAL') return t`${prices}, part by part, by ${quantity}`
  return block.lower_break ? t`${prices} by ${quantity}, or the next bracket when cheaper` : t`${prices} by ${quantity}`
}

/** Prices by quantity: `95.00 EUR, from 2: 82.50 EUR`. */
function pricesText(brackets: readonly { from: string; price: string }[], { language, currency }: Voice): string {
  return brackets
    .map(({ from, price }, at) => {
      const money = `${decimalText(price, language)} ${currency}`
      const first = decimalText(from, language)
      return at === 0 && brackets.length === 1 ? money : t`from ${first}: ${money}`
    })
    .join(', ')
}

function tableText({ table, per, rows, quantity, lower_break }: TableBlock, language: string): string {
  const named = listed(rows.map(factText), language, 'conjunction')
  const by = quantity ? listed([named, quantityText(quantity, language)], language, 'conjunction') : named
  const names = {
    FLAT: t`Table ${table}`,
    UNIT: t`Table ${table} (per unit)`,
    '100_UNITS': t`Table ${table} (per 100 units)`,
  }
  const text = t`${names[per]} by ${by}`
  return lower_break ? t`${text}, or the next bracket when cheaper` : text
}

function readingText(reading: IndexReading, language: string, unit: string): string {
  const { index } = reading
  if (reading.kind === 'DIRECT') return t`${index} (${unit})`
  if (reading.kind === 'TABLE') return t`${index} by brackets (${unit})`
  const { each, step, base } = {
    each: decimalText(reading.per_step, language),
    step: decimalText(reading.step, language),
    base: decimalText(reading.base, language),
  }
  return t`${each} ${unit} per full ${step} of ${index} above ${base}`
}

function daysText(days: Extract<Block, { kind: 'DAYS' }>['days']): string {
  if (days.kind === 'FACT') return factText(days.fact)
  return `${factText(days.from)} – ${factText(days.to)}`
}

/** Minimum, maximum, rounding and other limits of a line. */
export function limitTexts(line: RateLine, { language, currency }: Voice): string[] {
  const money = (price: string) => `${decimalText(price, language)} ${currency}`
  return [
    line.min !== undefined && t`at least ${money(line.min)}`,
    line.max !== undefined && t`at most ${money(line.max)}`,
    line.round !== undefined && t`rounded to ${decimalText(line.round, language)}`,
    line.on_cancel && t`for cancelled orders only`,
  ].filter((one) => one !== false)
}

/** A line as one sentence: charge, amount and conditions. */
export function lineText(line: RateLine, voice: Voice): string {
  const when = line.when.map((one) => conditionText(one, voice.language))
  const parts = [blockText(line.block, voice), ...limitTexts(line, voice)]
  const text = `${voice.typeName(line.type)}: ${parts.join(', ')}`
  if (when.length === 0) return text
  const conditions = listed(when, voice.language, 'conjunction')
  return t`${text}, when ${conditions}`
}
