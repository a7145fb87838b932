import { expect, test } from 'vitest'
import { decideKeyChanges, type KeyAge } from './keys.rules.ts'

const day = 86_400
const key = (state: KeyAge['state'], seconds_in_state: number): KeyAge => ({ kid: state, state, seconds_in_state })

test.each<[string, KeyAge[], object[]]>([
  ['a new installation creates its first key', [], [{ kind: 'create', state: 'ACTIVE' }]],
  ['a young key stays', [key('ACTIVE', 28 * day)], []],
  ['after 29 days the next key is announced', [key('ACTIVE', 29 * day)], [{ kind: 'create', state: 'NEXT' }]],
  ['an announced key waits for the 30 days', [key('ACTIVE', 29 * day), key('NEXT', 3_600)], []],
  ['a key that some processes may not have yet waits five minutes', [key('ACTIVE', 31 * day), key('NEXT', 299)], []],
  [
    'then it takes over',
    [key('ACTIVE', 30 * day), key('NEXT', 300)],
    [
      { kind: 'move', kid: 'ACTIVE', to: 'RETIRED' },
      { kind: 'move', kid: 'NEXT', to: 'ACTIVE' },
    ],
  ],
  ['a retired key verifies for an hour and five minutes', [key('ACTIVE', 0), key('RETIRED', 3_899)], []],
  ['and is then deleted', [key('ACTIVE', 0), key('RETIRED', 3_900)], [{ kind: 'move', kid: 'RETIRED', to: 'GONE' }]],
  [
    'without an active key the announced one takes over at once',
    [key('NEXT', 1)],
    [{ kind: 'move', kid: 'NEXT', to: 'ACTIVE' }],
  ],
])('TOKEN-1: %s', (_, keys, changes) => {
  expect(decideKeyChanges(keys)).toEqual(changes)
})
