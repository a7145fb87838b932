import { expect, test } from 'vitest'
import { problems } from './problem.ts'

test('every error states what is wrong and, in a sentence of its own or after a colon, what to do or know', () => {
  const bare = Object.entries(problems).filter(([, { message }]) => !/^Send |[.:] \S.*\.$/.test(message))
  expect(bare).toEqual([])
})
