import type { TestServer } from '../../start-test-server.ts'
import type { Upload } from '../orders.ts'
import { fixed, per, percentOf, place, publish, publishCard, publishIndex } from './charges.ts'
import { belgium } from './rates.ts'
import type { Walk } from './walk-throughs.ts'

/** The mill and the shop of walk-through 1, its pallets and the hours of its pickup. */
export const gent = { name: 'Mill', city: 'Gent', postal_code: '9000', country: 'BE', latitude: 51.05, longitude: 3.72 }
export const liege = {
  name: 'Shop',
  city: 'Liège',
  postal_code: '4000',
  country: 'BE',
  latitude: 50.63,
  longitude: 5.57,
}
export const pallets = [
  { quantity: 3, total_weight_kg: 1240, total_volume_m3: 4.2, total_loading_meters: 1.2, total_pallet_spaces: 3 },
]
export const morning = { start_time: '08:30', end_time: '12:00' }

/** Value of one euro in pounds. */
export const pound = {
  from_currency: 'EUR',
  to_currency: 'GBP',
  exchange_rate: '0.8655',
  inverse_exchange_rate: '1.15540150202195',
} as const

/** One piece of goods with a weight in kg. */
export const weighing = (total_weight_kg: number) => [{ quantity: 1, total_weight_kg }]

/** A consignment from a place in Belgium to another place. */
export function within(from: string, to: string, country = 'BE') {
  const more = to === 'Luik' ? { postal_code: '4000' } : {}
  return {
    pickup_stop: { location: place(from, 'BE'), date: '2026-02-02' },
    delivery_stop: { location: place(to, country, more), date: '2026-02-02' },
    goods: weighing(1000),
  }
}

/** 480 km apart, 612 km by road between Belgium and Great Britain. */
export function exportOrder(import_export?: object): Partial<Upload> {
  const birmingham = place('Birmingham', 'GB', { latitude: 55.366738, longitude: 3.72 })
  return {
    consignments: [
      {
        pickup_stop: { location: place('Gent', 'BE', { latitude: 51.05, longitude: 3.72 }), date: '2026-02-02' },
        delivery_stop: { location: birmingham, date: '2026-02-02' },
        goods: weighing(9000),
        ...(import_export && { import_export }),
      },
    ],
  }
}

/** An import container that is discharged in Antwerpen. */
export const importOrder: Partial<Upload> = {
  container: { container_scenario: 'IMPORT', container_type: { code: '45G1' }, container_number: 'MSKU1234565' },
  custom_fields: { container_discharged_on: '2026-01-11', km_toll_BE: '187' },
  consignments: [
    {
      pickup_stop: { location: place('Antwerpen', 'BE'), date: '2026-01-18' },
      delivery_stop: { location: place('Venlo', 'NL'), date: '2026-01-19' },
      goods: weighing(21000),
    },
  ],
  teardown_stops: [{ location: place('Antwerpen', 'BE'), date: '2026-01-20' }],
}

/** The card of the import container. */
export async function publishImport(server: TestServer, { tenant }: Walk): Promise<void> {
  await publishIndex(server, tenant, 'DIESEL', { '2026-01-01': '1.457' })
  const days = (from: string, to: string) => ({ kind: 'DATES' as const, from, to })
  const steps = { kind: 'STEPS', index: 'DIESEL', base: '1.20', step: '0.02', per_step: '0.4' } as const
  const stored = { ...days('container.discharged_on', 'container.gate_out_on'), first: 'DAY_AFTER' as const }
  const chassis = days('container.chassis_out_on', 'container.chassis_in_on')
  const dayPrice = (price: string) => [{ from: '1', price }]
  await publishCard(server, tenant, 'IMPORT', {
    lines: [
      fixed('freight', 'FREIGHT', '410.00'),
      { key: 'fuel', type: 'FUEL', block: { kind: 'PERCENT', of: ['FREIGHT'], rate: steps } },
      { key: 'toll', type: 'TOLL', block: per('way.km_toll.BE', '0.164') },
      { key: 'chassis', type: 'CHASSIS', block: { kind: 'DAYS', days: chassis, free: 3, brackets: dayPrice('22.50') } },
      {
        key: 'demurrage',
        type: 'DEMURRAGE',
        block: { kind: 'DAYS', days: stored, free: 5, brackets: dayPrice('75.00') },
      },
    ],
  })
}

/** The card of the Dutch customer. */
export async function publishSaturday(server: TestServer, { tenant }: Walk): Promise<void> {
  const brackets = [
    { from: '0', price: '95.00' },
    { from: '2', price: '82.50' },
    { from: '6', price: '74.00' },
  ]
  await publishCard(server, tenant, 'NL', {
    lines: [
      { key: 'fuel', type: 'FUEL', block: percentOf(['FREIGHT', 'EXTRA_STOP'], '10.2') },
      {
        ...{ key: 'freight', type: 'FREIGHT' },
        block: { kind: 'INCREMENTAL', quantity: { kind: 'FACT', fact: 'goods.loading_meters' }, brackets },
      },
      {
        ...fixed('extra_stop', 'EXTRA_STOP', '45.00'),
        ...{ scope: 'STOP', when: [{ kind: 'BETWEEN', fact: 'stop.place_in_sequence', above: '3' }] },
      },
      {
        ...fixed('tail_lift', 'TAIL_LIFT', '35.00'),
        ...{ scope: 'STOP', when: [{ kind: 'HAS', fact: 'stop.extras', value: 'TAIL_LIFT' }] },
      },
      {
        ...{ key: 'adr', type: 'ADR', block: percentOf(['FREIGHT'], '12') },
        when: [{ kind: 'IS', fact: 'order.is_adr', value: true }],
      },
      {
        ...{ key: 'saturday', type: 'WEEKEND', block: percentOf(['FREIGHT'], '25') },
        when: [{ kind: 'WEEKDAY', fact: 'order.pickup_on', days: ['SATURDAY'] }],
      },
    ],
  })
}

/** The card of walk-through 1. */
export async function publishGroupage(server: TestServer, { tenant }: Walk): Promise<void> {
  await publish(server, tenant, { kind: 'ZONE_SET', code: 'BE', name: 'BE' }, belgium.zones.BE)
  await publish(server, tenant, { kind: 'TARIFF_TABLE', code: 'BE-ZONES', name: 'BE' }, belgium.tables['BE-ZONES'])
  await publishIndex(server, tenant, 'DIESEL-BE', { '2026-01-01': '12.5' })
  const quantity = { kind: 'CHARGEABLE', m3: '333', ldm: '1850', round_up: '100' } as const
  await publishCard(server, tenant, 'KLANT-A', {
    lines: [
      {
        ...{ key: 'freight', type: 'FREIGHT', scope: 'CONSIGNMENT', min: '45.00' },
        block: {
          ...{ kind: 'TABLE', table: 'BE-ZONES', rows: ['delivery.zone'], quantity },
          ...{ per: '100_UNITS', lower_break: true },
        },
      },
      {
        ...{ key: 'fuel', type: 'FUEL' },
        block: { kind: 'PERCENT', of: ['FREIGHT'], rate: { kind: 'DIRECT', index: 'DIESEL-BE' } },
      },
      {
        ...{ key: 'waiting', type: 'WAITING', scope: 'STOP', approval: 'TO_REQUEST' },
        block: { kind: 'TIME', fact: 'stop.minutes_at_stop', free: '60', unit: '15', price: '12.00' },
      },
    ],
  })
}
