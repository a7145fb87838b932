import { expect, test } from 'vitest'
import { checkHistory, type History } from './checker.ts'

const tenant_id = 't'

function goodHistory(): History {
  const queue = { tenant_id, order_identifier: 'A' }
  return {
    sent: [
      { ...queue, operation: 'CREATE', mark: 'm1', sent_at: 1, answered_at: 2, status: 200, upload_id: 'u1' },
      { ...queue, operation: 'UPDATE', mark: 'm2', sent_at: 3, answered_at: 4, status: 200, upload_id: 'u2' },
      { ...queue, operation: 'DELETE', mark: 'm3', sent_at: 5, answered_at: null, status: null, upload_id: null },
    ],
    uploads: [
      { ...queue, upload_id: 'u1', operation: 'CREATE', lane_number: 1, status: 'COMPLETED', mark: 'm1' },
      { ...queue, upload_id: 'u2', operation: 'UPDATE', lane_number: 2, status: 'COMPLETED', mark: 'm2' },
      { ...queue, upload_id: 'u3', operation: 'DELETE', lane_number: 3, status: 'COMPLETED', mark: 'm3' },
    ],
    orders: [{ ...queue, order_id: 'o', status: 'CANCELLED', version: 3, mark: 'm2' }],
    events: [
      { tenant_id, event_id: 'e1', entity_id: 'o', sequence: 1, type: 'order.accepted' },
      { tenant_id, event_id: 'e2', entity_id: 'o', sequence: 2, type: 'order.cancelled' },
    ],
    received: [
      { event_id: 'e1', entity_id: 'o', sequence: 1 },
      { event_id: 'e2', entity_id: 'o', sequence: 2 },
      { event_id: 'e1', entity_id: 'o', sequence: 1 },
    ],
    leftovers: { pending_uploads: 0, leased_deliveries: 0, unsealed_events: 0 },
  }
}

test('OPS-3: a run without errors has no violations', () => {
  expect(checkHistory(goodHistory())).toEqual([])
})

type Edit = (history: History) => History

const faults: [string, string, Edit][] = [
  ['I1', 'an accepted upload that was lost', (h) => ({ ...h, uploads: h.uploads.filter((u) => u.upload_id !== 'u2') })],
  [
    'I2',
    'an upload that never ended',
    (h) => ({ ...h, uploads: h.uploads.map((u) => ({ ...u, status: 'IN_PROGRESS' })) }),
  ],
  ['I3', 'an upload applied twice', (h) => ({ ...h, orders: h.orders.map((o) => ({ ...o, version: 4 })) })],
  ['I4', 'updates applied in the wrong order', (h) => ({ ...h, orders: h.orders.map((o) => ({ ...o, mark: 'm1' })) })],
  [
    'I4',
    'an upload queue that contradicts real time',
    (h) => ({ ...h, uploads: h.uploads.map((u) => ({ ...u, lane_number: 9 - u.lane_number })) }),
  ],
  ['I5', 'a cancelled order that lives', (h) => ({ ...h, orders: h.orders.map((o) => ({ ...o, status: 'TO_PLAN' })) })],
  [
    'I6',
    'a gap in the numbering',
    (h) => ({ ...h, events: h.events.map((e) => ({ ...e, sequence: e.sequence * 2 })) }),
  ],
  [
    'I6',
    'an event about an order that was rolled back',
    (h) => ({ ...h, events: [...h.events, { ...h.events[0]!, event_id: 'e3', entity_id: 'gone' }] }),
  ],
  ['I6', 'an event that was never written', (h) => ({ ...h, events: h.events.slice(0, 1) })],
  ['I7', 'an event that never arrived', (h) => ({ ...h, received: h.received.slice(0, 1) })],
  ['I8', 'events that arrived in the wrong order', (h) => ({ ...h, received: [...h.received].reverse().slice(1) })],
  ['I13', 'work left over', (h) => ({ ...h, leftovers: { ...h.leftovers, unsealed_events: 1 } })],
  ['I14', 'an answer of 500', (h) => ({ ...h, sent: h.sent.map((s) => ({ ...s, status: 500 })) })],
]

test.each(faults)('%s: %s is detected', (invariant, _what, edit) => {
  expect(checkHistory(edit(goodHistory())).map((found) => found.invariant)).toContain(invariant)
})
