import { describe, expect, test } from 'vitest'
import { checkReached, type ExpectedEvent, type Reached } from './deliveries-checker.ts'

const entity = '0b8e6f0c-33d6-4b3a-9a53-6b2f0c1f7a11'
const ids = ['1b8e6f0c-33d6-4b3a-9a53-6b2f0c1f7a11', '2b8e6f0c-33d6-4b3a-9a53-6b2f0c1f7a11']
const expected: ExpectedEvent[] = ids.map((event_id, index) => ({
  event_id,
  entity_id: entity,
  sequence: index + 1,
  type: 'order.accepted',
  size: 100,
}))
const files = expected.map((event) => ({
  name: `order.accepted_${entity}_1_${event.sequence}_${event.event_id}.json`,
  sizes: [100],
}))
const folder = (seen: typeof files): Reached => ({
  name: 'r',
  expected: expected,
  seen: { folder: '/in', looks: 9, files: seen },
})
const web = (received: ExpectedEvent[]): Reached => ({ name: 'r', expected: expected, received })

describe('deliveries at receivers', () => {
  test('are right when each event arrived at least once, in order and complete', () => {
    expect(checkReached(folder(files))).toEqual([])
    expect(checkReached(web([...expected, expected[0]!, expected[1]!]))).toEqual([])
  })

  test.each<[string, Reached, string]>([
    ['a missing file', folder([files[0]!]), 'I7'],
    ['an event that never arrived', web([expected[0]!]), 'I7'],
    ['files in the wrong order', folder([...files].reverse()), 'I8'],
    ['events in the wrong order', web([...expected].reverse()), 'I8'],
    ['a partly visible file', folder([files[0]!, { ...files[1]!, sizes: [64, 100] }]), 'DLV-10'],
    [
      'an event in two files',
      folder([...files, { ...files[1]!, name: files[1]!.name.replace('order.', 'trip.') }]),
      'DLV-10',
    ],
    ['a file of an unknown receiver', folder([...files, { name: 'strange.json', sizes: [1] }]), 'DLV-10'],
  ])('%s is detected', (_, reached, invariant) => {
    expect(checkReached(reached).map((found) => found.invariant)).toEqual([invariant])
  })
})
