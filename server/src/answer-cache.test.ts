import { expect, test } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

/** A cache with a manual clock, whose answers are numbers from 1 that take a second to compute. */
function counting(isWorth = true) {
  let now = 0
  let found = 0
  const cache = new AnswerCache<number>(() => now)
  const find = async () => {
    now += 1_000
    found += 1
    return found
  }
  return {
    ask: () => cache.get('key', find, () => isWorth),
    pass: (ms: number) => {
      now += ms
    },
    found: () => found,
  }
}

test('an answer is kept for twenty times what it took to find', async () => {
  const { ask, pass, found } = counting()
  expect(await ask()).toBe(1)
  pass(20_000)
  expect(await ask()).toBe(1)
  expect(found()).toBe(1)
})

test('an answer that is no longer new is reported again while it is found again', async () => {
  const { ask, pass } = counting()
  await ask()
  pass(20_001)
  expect(await ask()).toBe(1)
  await Promise.resolve()
  expect(await ask()).toBe(2)
})

test('an answer older than five minutes is not returned', async () => {
  const { ask, pass } = counting()
  await ask()
  pass(300_001)
  expect(await ask()).toBe(2)
})

test('what is not worth keeping is found each time', async () => {
  const { ask } = counting(false)
  expect([await ask(), await ask()]).toEqual([1, 2])
})

test('those who ask at the same time wait for one answer', async () => {
  const { ask, found } = counting()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(found()).toBe(1)
})

test('a failure is reported to who asked and is not kept', async () => {
  const cache = new AnswerCache<number>(() => 0)
  const fail = () => Promise.reject(new Error('no'))
  await expect(cache.get('key', fail, () => true)).rejects.toThrow('no')
  expect(
    await cache.get(
      'key',
      async () => 1,
      () => true,
    ),
  ).toBe(1)
})

test('the keys requested longest ago give way', async () => {
  const cache = new AnswerCache<number>(() => 0)
  for (let key = 0; key <= 200; key += 1)
    await cache.get(
      String(key),
      async () => key,
      () => true,
    )
  expect(
    await cache.get(
      '0',
      async () => -1,
      () => true,
    ),
  ).toBe(-1)
  expect(
    await cache.get(
      '200',
      async () => -1,
      () => true,
    ),
  ).toBe(200)
})
