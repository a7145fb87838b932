import { Block } from '@cartage/contract/rates/app/blocks'
import { Condition } from '@cartage/contract/rates/app/conditions'
import { factTable } from '@cartage/contract/rates/app/facts'
import { RateCardDoc, RateLine } from '@cartage/contract/rates/app/rate-card'
import { expect, test } from 'vitest'
import { blockLabels, conditionLabels, lineChoiceLabels, lineMemberLabels, partLabels } from '../block.labels.ts'
import { factLabels } from '../fact.labels.ts'
import {
  type ContractField,
  emptyOption,
  exact,
  faultsOf,
  fieldsOf as membersOf,
  optionsOf,
  optionToSend,
  optionToShow,
  withKind,
  written,
} from './contract-fields.ts'

const blocks = optionsOf(Block)
const fieldsOf = (kind: string) => blocks.find(({ value }) => value === kind)!.fields
const kindsOf = (kind: string) => Object.fromEntries(fieldsOf(kind).map((field) => [field.name, field.kind]))

test('every block of the contract is a form, and the kind of each text is derived from the values it accepts', () => {
  expect(blocks.map(({ value }) => value)).toHaveLength(11)
  expect(kindsOf('TIME')).toEqual({ fact: 'fact', free: 'decimal', unit: 'decimal', price: 'decimal' })
  expect(kindsOf('STEPPED')).toEqual({ quantity: 'union', brackets: 'rows', per: 'choice', lower_break: 'flag' })
  expect(kindsOf('PERCENT')).toEqual({ of: 'texts', rate: 'union' })
  expect(kindsOf('DAYS')).toEqual({ days: 'union', free: 'whole', brackets: 'rows' })
})

test('a field for a fact offers the facts of its type and no others', () => {
  const [fact] = fieldsOf('TIME')
  const names = fact?.kind === 'fact' ? fact.facts.map(({ name }) => name) : []
  expect(names).toContain('stop.minutes_at_stop')
  expect(names).not.toContain('pickup.country')
})

test('the percentage of a block is fixed or read from an index in three ways', () => {
  const rate = fieldsOf('PERCENT').find(({ name }) => name === 'rate')
  expect(rate?.kind === 'union' && rate.options.map(({ value }) => value)).toEqual([
    'FIXED',
    'DIRECT',
    'STEPS',
    'TABLE',
  ])
})

test('numbers are sent as exact texts, in any typed format, and empty ones are not sent', () => {
  const option = blocks.find(({ value }) => value === 'PER_UNIT')!
  const values = {
    ...emptyOption(option),
    quantity: { kind: 'FACT', fact: 'trip.km_loaded', free: '0', round_up: '' },
    price: '0,98',
  }
  expect(optionToSend(blocks, values, 'nl')).toEqual({
    kind: 'PER_UNIT',
    quantity: { kind: 'FACT', fact: 'trip.km_loaded', free: '0' },
    price: '0.98',
    per: 'UNIT',
  })
  expect(faultsOf(Block, optionToSend(blocks, values, 'nl'))).toEqual({})
})

test('an ambiguous number stays as it was typed, and is refused', () => {
  expect(exact('1,250', 'fr')).toBe('1,250')
  expect(exact('1.250,50', 'nl')).toBe('1250.5')
  expect(exact('12.50', 'en')).toBe('12.50')
  expect(faultsOf(Block, { kind: 'FIXED', price: '1,250' })).toHaveProperty('price')
  expect(written('12.50', 'de')).toBe('12,50')
})

test('stored values are shown and sent again unchanged, in every language', () => {
  const stored = { kind: 'FIXED', price: '4.500' }
  for (const language of ['en', 'nl', 'fr', 'de']) {
    const again = optionToSend(blocks, optionToShow(blocks, stored, language), language)
    expect(Number(again.price)).toBe(4.5)
  }
})

test('changing the kind keeps members that both kinds have', () => {
  const before = { kind: 'FIXED', price: '410.00' }
  expect(withKind(blocks, 'TIME', before)).toMatchObject({ kind: 'TIME', price: '410.00', fact: '' })
})

test('conditions are fields too: a value may be a text or yes or no', () => {
  const is = optionsOf(Condition).find(({ value }) => value === 'IS')!
  expect(is.fields.map(({ kind }) => kind)).toEqual(['fact', 'value'])
})

/** Fields including nested ones, except conditions, which have their own form. */
function allFields(fields: readonly ContractField[]): ContractField[] {
  return fields.flatMap((field) => {
    if (field.kind === 'union') return [field, ...field.options.flatMap((option) => allFields(option.fields))]
    return field.kind === 'rows' || field.kind === 'group' ? [field, ...allFields(field.fields)] : [field]
  })
}

test('every member, choice, kind and fact of lines has a label', () => {
  const own = ['block', 'when', 'lines', 'assignments', 'to', 'code', 'transport_service', 'priority']
  const fields = [...allFields(membersOf(RateLine)), ...allFields(membersOf(RateCardDoc))]
  const wordless = (codes: readonly string[], labels: object) => codes.filter((code) => !Object.hasOwn(labels, code))
  const names = [...new Set(fields.map(({ name }) => name))].filter((name) => !own.includes(name))
  expect(wordless(names, lineMemberLabels)).toEqual([])
  expect(
    wordless(
      fields.flatMap((one) => (one.kind === 'choice' ? one.values : [])),
      lineChoiceLabels,
    ),
  ).toEqual([])
  const inner = fields.flatMap((one) => (one.kind === 'union' && one.name !== 'block' ? one.options : []))
  expect(
    wordless(
      inner.map(({ value }) => value),
      partLabels,
    ),
  ).toEqual([])
  expect(
    wordless(
      blocks.map(({ value }) => value),
      blockLabels,
    ),
  ).toEqual([])
  expect(
    wordless(
      optionsOf(Condition).map(({ value }) => value),
      conditionLabels,
    ),
  ).toEqual([])
  expect(
    wordless(
      factTable.map(({ name }) => name),
      factLabels,
    ),
  ).toEqual([])
})
