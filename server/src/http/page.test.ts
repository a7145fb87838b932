import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { createVault } from '../vault.ts'
import { anonymous, type Caller } from './caller.ts'
import { walkList } from './page.ts'

const caller: Caller = { ...anonymous, tenantId: '7b0c1f6e-6f3b-4c0e-9a53-0d8d5f6f1a11' }

function contextWith(pageSize: string): Context {
  const now = () => new Date('2026-03-01T12:00:00Z')
  const vault = createVault(new Map([[1, Buffer.alloc(32, 'a key for tests only')]]))
  return { config: readConfig({ PAGE_SIZE: pageSize }), vault, now } as unknown as Context
}

test('PAGE-2: pages contain every row once and end with null, whatever their size', () => {
  const rows = Array.from({ length: 10 }, (_, index) => index)
  for (const size of ['1', '2', '3', '9', '10', '11']) {
    const ctx = contextWith(size)
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const walk = walkList(ctx, caller, 'listRows', { cursor, colour: 'red' })
      expect(walk.filters).toEqual({ colour: 'red' })
      const after = walk.after === undefined ? -1 : Number(walk.after[0])
      const found = rows.filter((row) => row > after).slice(0, walk.limit)
      const page = walk.page(found, (row) => [row])
      expect(page.items.length).toBeLessThanOrEqual(Number(size))
      seen.push(...page.items)
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(rows)
  }
})

test('PAGE-4: the cursor keeps the filters, and accepts no others', () => {
  const ctx = contextWith('1')
  const { next_cursor } = walkList(ctx, caller, 'listRows', { colour: 'red', size: undefined }).page([1, 2], (row) => [
    row,
  ])
  const cursor = next_cursor!
  expect(walkList(ctx, caller, 'listRows', { cursor }).filters).toEqual({ colour: 'red' })
  expect(() => walkList(ctx, caller, 'listRows', { cursor, colour: 'blue' })).toThrowError(/cursor/)
  expect(() => walkList(ctx, caller, 'listOthers', { cursor })).toThrowError(/cursor/)
})

test('PAGE-3: an empty list is one page', () => {
  expect(walkList(contextWith('2'), caller, 'listRows', {}).page([], () => [0])).toEqual({
    items: [],
    next_cursor: null,
  })
})
