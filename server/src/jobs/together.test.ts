import { expect, test } from 'vitest'
import { createRests, togetherOrApart } from './together.ts'

test('EACH-3: a batch that fails is split in halves, down to the one record that fails alone, in few attempts', async () => {
  const items = Array.from({ length: 64 }, (_, index) => index)
  const [done, left, tries]: [number[], number[], number[]] = [[], [], []]
  await togetherOrApart(
    items,
    async (some) => {
      tries.push(some.length)
      if (some.includes(41)) throw new Error('planted')
      done.push(...some)
    },
    (item) => void left.push(item),
  )
  expect(left).toEqual([41])
  expect(done).toEqual(items.filter((item) => item !== 41))
  expect(tries).toHaveLength(13)
})

test('an unavailable database ends it: nothing more is attempted and no record counts as failed', async () => {
  const away = Object.assign(new Error('the database system is shutting down'), { code: '57P01' })
  const tried: (readonly number[])[] = []
  const work = async (some: readonly number[]) => {
    tried.push(some)
    throw tried.length === 1 ? new Error('planted') : away
  }
  const leave = () => expect.unreachable()
  await expect(togetherOrApart([1, 2], work, leave)).rejects.toBe(away)
  expect(tried).toEqual([[1, 2], [1]])
})

test('EACH-3: a record that failed alone is paused, reported as an error once, and cleared after success', () => {
  const levels: string[] = []
  const log = { error: () => levels.push('error'), warn: () => levels.push('warn') }
  const rests = createRests({ log } as never, 'places')
  rests.leave('one', 'a', new Error('planted'))
  rests.leave('one', 'a', new Error('planted'))
  rests.leave('other', 'b', new Error('planted'))
  expect(levels).toEqual(['error', 'warn', 'error'])
  expect(rests.of('one')).toEqual(['a'])
  expect(rests.of('other')).toEqual(['b'])
  rests.done(['a'])
  expect(rests.of('one')).toEqual([])
})
