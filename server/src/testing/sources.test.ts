import { expect, test } from 'vitest'
import { codeOf, importsOf, statementsOf, tablesWritten } from './sources.ts'
import { forbiddenNames } from './walls.ts'

const source = (text: string) => ({ path: 'server/src/orders/store.ts', text, lines: text.split('\n').length })

// The parsers of the architecture tests: those tests can only reject what these find.
test('imports are found and resolved, over several lines, as types and at run time', () => {
  const text = `import {
  a,
  type B,
} from '../auth/store.ts'
import type { C } from './rules.ts'
import { z } from 'zod'
import './side.ts'
const later = await import('../tenants/views.ts')`
  expect(importsOf(source(text)).map(({ target, isType }) => [target, isType])).toEqual([
    ['server/src/auth/store.ts', false],
    ['server/src/orders/rules.ts', true],
    ['zod', false],
    ['server/src/orders/side.ts', false],
    ['server/src/tenants/views.ts', false],
  ])
})

test('statements are found with their names and texts', () => {
  const text = "const one = statement('orders.find_one', 'select 1')\nstatement(\n  'orders.two',\n  `select\n 2`,\n)"
  expect(statementsOf(source(text))).toEqual([
    { name: 'orders.find_one', text: 'select 1' },
    { name: 'orders.two', text: 'select\n 2' },
  ])
})

test.each([
  ['insert into transport_order (a) values (1)', ['transport_order']],
  ['with x as (delete from order_upload returning *) update  order_stop set a = 1', ['order_upload', 'order_stop']],
  ['select 1 from order_lane for update', []],
  ['select 1 from order_lane for update of order_lane skip locked', []],
  ['insert into company (a) values (1) on conflict (a) do update set a = 2', ['company']],
  ['select updated_at from company', []],
])('writes are recognised in: %s', (sql, tables) => {
  expect(tablesWritten(sql)).toEqual(tables)
})

test('words in comments are not code', () => {
  expect(codeOf('/** any */ a // console.log(1)\nb')).not.toMatch(/any|console/)
})

test.each(['order-utils.ts', 'helpers.ts', 'index.ts', 'types.ts', 'order.service.ts'])('%s contains none', (name) => {
  expect(forbiddenNames.test(`server/src/orders/${name}`)).toBe(true)
})
