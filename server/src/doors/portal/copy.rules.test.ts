import type { PortalEntry } from '@cartage/contract/doors/app/portal-entry'
import { expect, test } from 'vitest'
import { type CopiedOrder, copiedOrder, draftOf } from './copy.rules.ts'

const alpha = { name: 'Alpha', code: 'C1' }
const source: CopiedOrder = {
  operation: 'CREATE',
  order_identifier: 'OLD-1',
  customer: { name: 'Alpha before it was renamed' },
  transport_service: { code: 'GENERAL' },
  customer_reference_number: 'PO-OLD',
  pricing: { requested_price: 12 },
  container: { container_number: 'MSKU3171363', seal_number: 'S1', pin_code: '1234', container_scenario: 'IMPORT' },
  consignments: [
    {
      cmr_reference_number: 'CMR-OLD',
      pickup_stop: {
        location: { name: 'Quay', city: 'Antwerpen', country: 'BE' },
        date: '2026-02-02',
        reference_number: 'GATE-OLD',
        note: 'Ring twice',
        time_window: { start_time: '08:00', end_time: '10:00' },
      },
      delivery_stop: { location: { name: 'Shop', city: 'Lille', country: 'FR' }, date: '2026-02-05' },
      goods: [
        {
          description: 'Flour',
          packaging_type: { code: 'PALLET' },
          quantity: 4,
          total_weight_kg: 1200,
          total_volume_m3: 3,
          handling_units: [{ barcode: { value: 'BARCODE-OLD' } }],
        },
      ],
    },
  ],
}
const pickup = 'consignments.0.pickup_stop'
const delivery = 'consignments.0.delivery_stop'
const entry: PortalEntry = {
  order_id: '00000000-0000-4000-8000-000000000001',
  reference: 'PO-NEW',
  stops: [
    { key: pickup, date: '2026-03-02', from: '09:00', to: null },
    { key: delivery, date: '2026-03-03' },
  ],
  goods: [{ key: 'consignments.0.goods.0', quantity: 8 }],
}

test('PORTAL-4: a draft has the stops with their distance in days, and the goods', () => {
  const names = { packaging_types: [{ code: 'PALLET', name: 'Pallet', sizes: [] }] }
  const { stops, goods } = draftOf(source, names)
  expect(stops).toMatchObject([
    { key: pickup, role: 'PICKUP', city: 'Antwerpen', days_later: 0, from: '08:00', to: '10:00', needs_date: true },
    { key: delivery, role: 'DELIVERY', city: 'Lille', days_later: 3, from: null, to: null },
  ])
  expect(goods).toEqual([
    { key: 'consignments.0.goods.0', description: 'Flour', packaging: 'Pallet', quantity: 4, weight_kg: 1200 },
  ])
})

test('PORTAL-4: a copy is a quote of the customer under its current name, without data of the original order only', () => {
  const copy = copiedOrder(source, entry, alpha)
  expect(copy).toMatchObject({
    order_status: 'QUOTE',
    customer: { code: 'C1', name: 'Alpha' },
    customer_reference_number: 'PO-NEW',
    consignments: [
      {
        pickup_stop: { date: '2026-03-02', note: 'Ring twice', time_window: { start_time: '09:00', end_time: null } },
        delivery_stop: { date: '2026-03-03' },
        goods: [{ quantity: 8, total_weight_kg: 2400, total_volume_m3: 6 }],
      },
    ],
  })
  expect(JSON.stringify(copy)).not.toMatch(/OLD|MSKU|1234|"S1"|requested_price|before it was/)
})

test('PORTAL-4: an entered weight counts, and an omitted good stays unchanged', () => {
  const goodOf = (goods: PortalEntry['goods']) =>
    copiedOrder(source, { ...entry, goods }, alpha).consignments![0]!.goods![0]
  expect(goodOf([{ key: 'consignments.0.goods.0', quantity: 2, weight_kg: 700 }])).toMatchObject({
    ...{ quantity: 2, total_weight_kg: 700, total_volume_m3: 1.5 },
  })
  expect(goodOf([])).toMatchObject({ quantity: 4, total_weight_kg: 1200 })
})

test('PORTAL-4, DOOR-10: a missing day, a delivery before its pickup, reversed times and an unknown part are reported', () => {
  const pathsOf = (given: Partial<PortalEntry>) => {
    try {
      copiedOrder(source, { ...entry, ...given }, alpha)
    } catch (error) {
      return (error as { errors: { path: string }[] }).errors.map(({ path }) => path)
    }
    return []
  }
  expect(pathsOf({})).toEqual([])
  expect(pathsOf({ stops: entry.stops.slice(0, 1) })).toEqual([`stops.${delivery}.date`])
  const early = [entry.stops[0]!, { key: delivery, date: '2026-03-01' }]
  expect(pathsOf({ stops: early })).toEqual([`stops.${delivery}.date`])
  const turned = { ...entry.stops[0]!, from: '10:00', to: '09:00' }
  expect(pathsOf({ stops: [turned, entry.stops[1]!] })).toEqual([`stops.${pickup}.to`])
  expect(pathsOf({ stops: [...entry.stops, { key: 'nothing', date: '2026-03-01' }] })).toEqual(['stops'])
})
