import { describe, expect, test } from 'vitest'
import { createAnswers } from './answers.rules.ts'
import { beginning, type Link } from './chain.rules.ts'
import { erasureType, removalType, sequencesDigest } from './erase.rules.ts'

const hash = 'a'.repeat(64)
const erasure = '0198a000-0000-7000-8000-00000000000a'

function link(sequence: number, members: Partial<Link> = {}): Link {
  return {
    ...{
      tenant_id: 't',
      sequence,
      at: '2026-02-01T00:00:00.000000Z',
      previous_hash: hash,
      hash,
      actor_kind: 'system' as const,
    },
    ...{ actor_id: null, action: 'updated', entity_type: 'company', entity_id: 'c', changes: '{}', request_id: null },
    ...members,
  }
}

const says = (entity_type: string, entity_id: string, after: object) => {
  const changes = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, { after: value, before: null }]),
  )
  return { entity_type, entity_id, changes: JSON.stringify(changes) }
}

function faultIn(links: readonly Link[], kept = beginning, end = 1_000) {
  const answers = createAnswers(kept, end)
  for (const one of links) answers.note(one)
  return answers.fault()
}

describe('AUDIT-7: an entry accounts for erased values', () => {
  const erased = [link(1, { erased_by: erasure }), link(2), link(3, { erased_by: erasure })]
  const answer = (sequences: number[]) =>
    link(4, says(erasureType, erasure, { entries: sequences.length, sha256: sequencesDigest(sequences) }))

  test('entries listed by the erasure may lack values', () => {
    expect(faultIn([...erased, answer([1, 3])])).toBeUndefined()
  })

  test('values erased from another entry, or without an erasure entry, are detected', () => {
    expect(faultIn(erased)).toMatchObject({ sequence: 1, reason: 'changed' })
    expect(faultIn([...erased, answer([1])])).toMatchObject({ sequence: 1 })
    expect(faultIn([...erased, answer([1, 2])])).toMatchObject({ sequence: 1 })
    expect(faultIn([link(1), link(2), link(3, { erased_by: erasure }), answer([1, 3])])).toMatchObject({ sequence: 3 })
  })

  test('an erasure that happens during the check is accepted', () => {
    expect(faultIn([link(1), link(2), link(3, { erased_by: erasure }), answer([1, 3])], beginning, 3)).toBeUndefined()
  })
})

describe('AUDIT-8: an entry accounts for a removed beginning', () => {
  const kept = { sequence: 40, hash }

  test('the trail may begin after the entry listed as its new beginning', () => {
    expect(faultIn([link(41), link(42, says(removalType, erasure, { until: `40:${hash}` }))], kept)).toBeUndefined()
  })

  test('a removed beginning without an entry is detected', () => {
    expect(faultIn([link(41)], kept)).toMatchObject({ sequence: 40, reason: 'missing' })
    const other = says(removalType, erasure, { until: `39:${hash}` })
    expect(faultIn([link(41), link(42, other)], kept)).toMatchObject({ sequence: 40 })
  })
})
