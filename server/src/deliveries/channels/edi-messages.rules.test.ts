import { eventTypes } from '@cartage/contract/events/endpoints'
import { expect, test } from 'vitest'
import { edifactTypes, ediMessageFor, ediMessages } from './edi-messages.rules.ts'

test('DLV-11: each type of event is reported by one message at most, and every message by its types', () => {
  expect(new Set(edifactTypes).size).toBe(edifactTypes.length)
  for (const message of Object.values(ediMessages)) {
    expect(message.types.length).toBeGreaterThan(0)
    for (const type of message.types) expect(ediMessageFor(type)).toBe(message)
  }
})

test('DLV-11: a type of event that no message reports has none', () => {
  const silent = eventTypes.filter((type) => !edifactTypes.includes(type))
  expect(silent.length).toBeGreaterThan(0)
  for (const type of [...silent, 'toString']) expect(ediMessageFor(type)).toBeUndefined()
})
