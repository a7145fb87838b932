import { i18n } from '@lingui/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CircleHelp } from '../ui/icons.tsx'
import { deliveryBadge, eventBadge } from './status.labels.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

test('COMPAT-4: a status unknown to this version shows its code with a grey icon', () => {
  expect(eventBadge('SENT_TO_MARS')).toEqual({ word: 'SENT_TO_MARS', tone: 'grey', icon: CircleHelp })
})

test('an event without a status shows none', () => {
  expect(eventBadge(null)).toBeUndefined()
})

test('two event statuses with different meanings never look alike', () => {
  const labels = ['ACCEPTED', 'PLANNED', 'COMPLETED', 'CANCELLED', 'REJECTED', 'BLOCKED', 'AT_STOP'].map((status) => {
    const badge = eventBadge(status)
    return `${badge?.word} ${badge?.tone}`
  })
  expect(new Set(labels).size).toBe(labels.length)
})

test.each([
  [{ delivered: 2, pending: 0, dead: 0 }, '2 delivered', 'green'],
  [{ delivered: 1, pending: 1, dead: 0 }, '1 of 2 pending', 'amber'],
  [{ delivered: 0, pending: 3, dead: 0 }, '3 pending', 'amber'],
  [{ delivered: 1, pending: 1, dead: 1 }, '1 of 3 failed', 'red'],
  [{ delivered: 0, pending: 0, dead: 1 }, '1 failed', 'red'],
  [{ delivered: 0, pending: 0, dead: 0 }, 'no endpoint', 'grey'],
])('deliveries %o read as %s', (counts, word, tone) => {
  expect(deliveryBadge(counts)).toMatchObject({ word, tone })
})

test('a permanently failed delivery is never hidden behind successful ones', () => {
  const count = fc.nat({ max: 50 })
  fc.assert(
    fc.property(count, count, fc.integer({ min: 1, max: 50 }), (delivered, pending, dead) => {
      expect(deliveryBadge({ delivered, pending, dead }).tone).toBe('red')
    }),
  )
})
