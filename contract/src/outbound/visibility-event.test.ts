import { describe, expect, test } from 'vitest'
import { OperationalVisibilityUpdate, updateTypes } from './visibility-event.ts'

const id = '3f1f7a52-6a0e-4a4e-9f0e-0f4a5f7f0c11'
const at = '2026-03-02T09:30:00Z'
const location = { address: 'Molenweg 4', city: 'Gent', country_code: 'BE' }
const stop = { id, location, status: 'AT_STOP', stop_type: 'PICKUP', eta_start_time: at }
const order = {
  id,
  order_name: 'O-1',
  status: 'ACCEPTED',
  stops: [stop],
  customer: { id, name: 'Wilg' },
  consignment: { id, goods: [{ id, quantity: 2 }] },
}
const resource = { id, type: 'BARGE', name: 'Aurora' }
const barcode = { value: '340123450000000018', source: 'INTERNAL' }
const document = {
  name: 'cmr.pdf',
  document_type: 'PROOF_OF_DELIVERY',
  document_content: { content: 'aGVsbG8=', mime_type: 'application/pdf', filename: 'cmr.pdf' },
  subject: { customer_reference_number: 'PO 1' },
}
const updates: { [type in (typeof updateTypes)[number]]: object } = {
  Order: { type: 'Order', id, status: 'BLOCKED' },
  OrderImport: { type: 'OrderImport', id, status: 'IGNORED', input_data: { any: 'thing' } },
  Stop: { type: 'Stop', id, stop },
  Eta: { type: 'Eta', id, stops: [stop] },
  Position: { type: 'Position', position: { longitude: 3.7, latitude: 51 } },
  Document: { type: 'Document', id, status: 'CREATED', document },
  Trip: { type: 'Trip', id, status: 'PLANNED' },
  Resource: { type: 'Resource', id, resource },
  HandlingUnit: { type: 'HandlingUnit', id, status: 'SCANNED_IN', timestamp: at, barcode },
}
const event = (update: object) => ({ timestamp: at, event_id: id, sequence: 1, epoch: 0, update })

describe.each(updateTypes)('an update of %s', (type) => {
  test('passes unchanged, with its place in the order of events', () => {
    const message = { events: [event(updates[type])], order }
    expect(OperationalVisibilityUpdate.parse(message)).toEqual(message)
  })
})

test('an update of an unknown kind cannot be sent', () => {
  expect(OperationalVisibilityUpdate.safeParse({ events: [event({ type: 'Weather' })] }).success).toBe(false)
})

test('COMPAT-4: order status and resource type are open', () => {
  const update = { type: 'Order', id, status: 'BRAND_NEW' }
  expect(OperationalVisibilityUpdate.safeParse({ events: [event(update)] }).success).toBe(true)
})

test('ST-14 and GOOD-6: the name of a location and hs_codes are absent, never null', () => {
  const named = { ...stop, location: { ...location, name: null } }
  expect(OperationalVisibilityUpdate.safeParse({ events: [event({ type: 'Eta', id, stops: [named] })] }).success).toBe(
    false,
  )
  const coded = { ...order, consignment: { id, goods: [{ id, hs_codes: null }] } }
  expect(OperationalVisibilityUpdate.safeParse({ events: [event(updates.Order)], order: coded }).success).toBe(false)
  const parsed = OperationalVisibilityUpdate.parse({ events: [event(updates.Order)], order })
  expect(parsed.order?.consignment?.goods?.[0]).not.toHaveProperty('hs_codes')
})

test('a document has one reference to its subject and keeps its content', () => {
  const remote = { ...document, document_content: { download_url: 'v1/documents/document/1/download' } }
  const stopSubject = { ...remote, subject: { reference_number: 'LOAD-1' } }
  const message = { events: [event({ type: 'Document', id, status: 'CREATED', document: stopSubject })] }
  expect(OperationalVisibilityUpdate.parse(message)).toEqual(message)
})
