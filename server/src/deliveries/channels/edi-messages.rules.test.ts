import { eventTypes } from '@cartage/contract/events/endpoints'
import { expect, test } from 'vitest'
import { edifactTypes, ediMessageFor, ediMessages } from './edi-messages.rules.ts'

test('DLV-11: each type of event is reported by at most one message, and every message lists its types', () => {
  expect(new Set(edifactTypes).size).toBe(edifactTypes.length)
  for (const message of Object.values(ediMessages)) {
    expect(message.types.length).toBeGreaterThan(0)
    for (const type of message.types) expect(ediMessageFor(type)).toBe(message)
  }
})

test('DLV-11: an event type without a message has none', () => {
  const silent = eventTypes.filter((type) => !edifactTypes.includes(type))
  expect(silent.length).toBeGreaterThan(0)
  for (const type of [...silent, 'toString']) expect(ediMessageFor(type)).toBeUndefined()
})
