import type { Facts } from '@cartage/contract/rates/app/facts'
import { utcDay } from '@cartage/contract/reading/calendar'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Facts to start from. */
export interface SampleFacts {
  key: string
  title: MessageDescriptor
  side: 'SALES' | 'COST'
  facts: (today: string) => Facts
}

const order = (today: string): Facts => ({
  subject: 'ORDER',
  id: 'order',
  company: null,
  company_group: null,
  transport_service: null,
  created_on: today,
  values: { phase: 'ACTUAL', 'order.pickup_on': today, 'order.delivery_on': today },
  consignments: [],
  stops: [],
  trips: [],
  costs: [],
  sources: {},
})

const withValues = (facts: Facts, values: Facts['values']): Facts => ({
  ...facts,
  values: { ...facts.values, ...values },
})

/** Samples of each kind of work, sales first. */
export const sampleFacts: readonly SampleFacts[] = [
  {
    key: 'groupage',
    title: msg`Groupage, 3 pallets`,
    side: 'SALES',
    facts: (today) => ({
      ...withValues(order(today), { 'container.type': null }),
      consignments: [
        {
          id: 'consignment-1',
          values: {
            'pickup.country': 'BE',
            'pickup.postal_code': '9000',
            'delivery.country': 'BE',
            'delivery.postal_code': '4000',
            'goods.weight_kg': '1240',
            'goods.volume_m3': '4.2',
            'goods.loading_meters': '1.2',
            'goods.pallet_spaces': '3',
          },
        },
      ],
      stops: [
        { id: 'stop-1', values: { 'stop.role': 'PICKUP', 'stop.minutes_at_stop': '30' } },
        { id: 'stop-2', values: { 'stop.role': 'DELIVERY', 'stop.minutes_at_stop': '105' } },
      ],
    }),
  },
  {
    key: 'container',
    title: msg`Import container, 40 ft`,
    side: 'SALES',
    facts: (today) =>
      withValues(order(today), {
        'container.scenario': 'IMPORT',
        'container.type': '40HC',
        'container.size_ft': '40',
        'container.chassis_days': '4',
        'container.discharged_on': daysBefore(today, 7),
        'container.gate_out_on': today,
      }),
  },
  {
    key: 'full-load',
    title: msg`Full load, 320 km`,
    side: 'SALES',
    facts: (today) => ({
      ...withValues(order(today), { 'container.type': null }),
      consignments: [
        {
          id: 'consignment-1',
          values: {
            'pickup.country': 'BE',
            'delivery.country': 'FR',
            'goods.weight_kg': '22000',
            'goods.loading_meters': '13.6',
            'way.km_direct': '320',
          },
        },
      ],
    }),
  },
  {
    key: 'trip',
    title: msg`Trip of a day, 318 km`,
    side: 'COST',
    facts: (today) => ({
      ...order(today),
      subject: 'TRIP',
      id: 'trip',
      values: {
        phase: 'ACTUAL',
        'trip.on': today,
        'trip.km': '318',
        'trip.km_loaded': '252',
        'trip.km_empty': '66',
        'trip.hours': '7.25',
        'trip.stops': '4',
        'trip.nights': '0',
      },
    }),
  },
]

function daysBefore(day: string, days: number): string {
  return utcDay(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000)
}
