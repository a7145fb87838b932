import { describe, expect, test } from 'vitest'
import type { Column } from './data-table.tsx'
import { fittingColumns } from './fitting-columns.ts'

const column = (id: string, width: number, isFixed = false): Column<object> => ({
  id,
  title: id,
  width,
  isFixed,
  cell: () => id,
})
const columns = [column('number', 100, true), column('customer', 200), column('pickup', 150), column('weight', 100)]
const shownIn = (width: number) => fittingColumns(columns, width).map(({ id }) => id)

describe('columns next to an open panel', () => {
  test('are those that fit completely', () => {
    expect(shownIn(590)).toEqual(['number', 'customer', 'pickup', 'weight'])
    expect(shownIn(589)).toEqual(['number', 'customer', 'pickup'])
    expect(shownIn(400)).toEqual(['number', 'customer'])
  })

  test('keep the first one and the permanent ones', () => {
    expect(shownIn(60)).toEqual(['number'])
    expect(fittingColumns([...columns, column('status', 90, true)], 400).map(({ id }) => id)).toEqual([
      'number',
      'customer',
      'status',
    ])
  })

  test('are all shown until the width is known', () => {
    expect(shownIn(0)).toHaveLength(4)
  })
})
