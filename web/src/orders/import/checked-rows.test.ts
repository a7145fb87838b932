import type { Sentence } from '@cartage/contract/message'
import { importRow, rowFaults } from '@cartage/contract/orders/app/import-row'
import { sheetOrders } from '@cartage/contract/orders/app/sheet'
import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { checkedRows } from './checked-rows.ts'
import { sentenceLabels, sentenceText } from './sentence.labels.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const schema = importRow({ today: '2026-11-21', language: 'en-GB' })
const good = {
  customer: 'Alpha',
  pickup_city: 'Ghent',
  pickup_date: '2026-11-25',
  delivery_city: 'Liège',
  delivery_date: '2026-11-26',
}

test('EXP-4: every message about a row is known to the screen, which shows it in the language of the person', () => {
  const bad: Record<string, string>[] = [
    {},
    { ...good, customer: 'x'.repeat(300), container_scenario: 'both', pickup_date: 'some day', weight_kg: 'heavy' },
    { ...good, pickup_from: 'early', delivery_date: '31-02-2027', weight_kg: '4.500' },
    { ...good, pickup_from: '8-12', pickup_to: '14' },
    { ...good, pickup_from: '12', pickup_to: '8' },
    { ...good, pickup_date: '2026-11-25 9:00', pickup_from: '10' },
    { ...good, pickup_city: '', delivery_date: '' },
  ]
  const twice = ['Alpha', 'Beta'].map((customer, at) => ({
    line: at + 2,
    values: { ...good, customer, order_identifier: 'A' },
  }))
  const further = sheetOrders(twice)[0]!.flatMap(({ faults }) => faults)
  const said = [...bad.flatMap((values) => rowFaults(values, schema)), ...further].flatMap(({ message }) =>
    patterns(message),
  )
  expect(said.filter((pattern) => !Object.hasOwn(sentenceLabels, pattern))).toEqual([])
  expect(Object.keys(sentenceLabels).filter((pattern) => !said.includes(pattern))).toEqual([])
  expect(sentenceText(further[0]!.message)).toMatch(/^differs from line 2 of the same order/)
})

function patterns(sentence: Sentence): string[] {
  if (typeof sentence === 'string') return [sentence]
  const inner = sentence.values.flatMap((value) => (typeof value === 'object' && value ? patterns(value) : []))
  // A value that is a sentence of its own continues the pattern.
  const parts = sentence.values.filter((value) => typeof value === 'string' && value.startsWith('is not a'))
  return [sentence.pattern, ...inner, ...(parts as string[])]
}

test('EXP-4: an unreadable cell of the file is an error, and its row is not sent', () => {
  const row = {
    line: 4,
    values: { ...good, weight_kg: '#N/A', goods: '=A1' },
    unreadable: { weight_kg: 'ERROR', goods: 'NOT_CALCULATED' },
  } as const
  const [checked] = checkedRows([row], { schema, unknown: new Map(), similar: new Map() })
  expect(checked?.faults.map(({ column }) => column)).toEqual(['weight_kg', 'goods'])
  expect(checked?.faults[0]?.message).toBe('This cell shows an error. Correct it in the file.')
})

test('EXP-5: a row that resembles an order is not imported before a confirmation', () => {
  const rows = [2, 3].map((line) => ({ line, values: good }))
  const [first, second] = checkedRows(rows, { schema, unknown: new Map(), similar: new Map([[3, '2026-17']]) })
  expect(first?.faults).toEqual([])
  expect(second?.faults).toEqual([
    { column: 'reference', message: 'Order 2026-17 has the same customer, reference and date.', isAsked: true },
  ])
})
