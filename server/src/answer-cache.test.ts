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

test('an answer is kept for twenty times as long as it took to compute', async () => {
  const { ask, pass, found } = counting()
  expect(await ask()).toBe(1)
  pass(20_000)
  expect(await ask()).toBe(1)
  expect(found()).toBe(1)
})

test('a stale answer is returned while it is computed again', async () => {
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

test('an answer not worth keeping is computed each time', async () => {
  const { ask } = counting(false)
  expect([await ask(), await ask()]).toEqual([1, 2])
})

test('concurrent callers wait for one answer', async () => {
  const { ask, found } = counting()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(found()).toBe(1)
})

test('a failure reaches its caller and is not kept', async () => {
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

test('the least recently requested keys are evicted', async () => {
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
