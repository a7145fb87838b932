import type { OrderOutput } from '@cartage/contract/orders/order-output'
import type { PaperConsignment, PaperFacts, PaperGood, PaperStop, PaperTrip } from '../../papers/facts.rules.ts'
import { plainLetterhead } from '../../pdf/letterhead.ts'

const company = (name: string, city: string): OrderOutput['customer'] => ({
  id: `company-${name}`,
  name,
  currency: 'EUR',
  billing_location: { address: 'Dok 4', postal_code: '9000', city, country: 'BE' },
})

/** A stop on a paper. */
export function paperStop(id: string, members: Partial<PaperStop> = {}): PaperStop {
  const location = {
    ...{ id: `location-${id}`, name: `Site ${id}`, address: 'Kaai 1', postal_code: '1000', city: `Town ${id}` },
    country: 'BE',
  }
  return { id, location, date: '2026-11-25', ...members }
}

/** A good on a paper. */
export function paperGood(members: Partial<PaperGood> = {}): PaperGood {
  return {
    id: 'good',
    description: 'Flour in bags',
    quantity: 4,
    packaging_type: { code: 'EUR', name: 'Euro pallet' },
    total_weight_kg: 1_200.5,
    total_volume_m3: 4.8,
    total_loading_meters: 1.6,
    ...members,
  }
}

/** A consignment on a paper. */
export function paperConsignment(members: Partial<PaperConsignment> = {}): PaperConsignment {
  return {
    id: 'c1',
    pickup_stop: paperStop('p1'),
    delivery_stop: paperStop('d1', { date: '2026-11-26' }),
    goods: [paperGood()],
    ...members,
  }
}

/** Input for printing the papers of one order. */
export function paperFacts(
  consignments: readonly PaperConsignment[] = [paperConsignment()],
  members: Partial<OrderOutput> = {},
): PaperFacts {
  const order: OrderOutput = {
    id: 'order-1',
    customer: company('Alpha', 'Gent'),
    consignments: [...consignments],
    stops: consignments.flatMap(({ pickup_stop, delivery_stop }) => [pickup_stop, delivery_stop]),
    created_timestamp: '2026-11-20T08:00:00Z',
    ...members,
  }
  return {
    carrier: {
      name: 'Transport Vermeulen BV',
      address: ['Havenlaan 12', 'BE – 9000 Gent', 'BTW/TVA/VAT BE0000000097'],
      country: 'BE',
    },
    letterhead: plainLetterhead,
    time_zone: 'Europe/Brussels',
    orders: [{ number: 'O-2026-00417', order, trips: new Map() }],
    trips: new Map(),
    trip: null,
    places: new Map(),
  }
}

/** A trip on a paper that serves the given stops of the order. */
export function paperTrip(stopIds: readonly string[], members: Partial<PaperTrip> = {}): PaperTrip {
  return {
    trip_id: 'trip-1',
    name: 'T-2026-0099',
    stops: stopIds.map((stop_id) => ({
      ...{ stop_id, kind: 'ORDER' as const, order_id: 'order-1', location_id: `location-${stop_id}` },
      ...{ status: 'PLANNED' as const, activity_label: '', reference_number: null, note: '' },
      ...{ planned_start_at: null, planned_end_at: null, crossing: null },
    })),
    ...{ note: '', distance_km: null },
    subcontractor: null,
    plates: ['1-AAA-111', '1-QQQ-111'],
    drivers: ['Ann Driver'],
    ...members,
  }
}

/** A good that includes dangerous goods. */
export function dangerousGood(members: Partial<PaperGood> = {}): PaperGood {
  const adr = {
    ...{ un_number: '1098', adr_class: '6.1', labels: '6.1+3', packing_group: 'I', tunnel_code: 'C/D' },
    adr_name_by_locale: { en: 'ALLYL ALCOHOL', nl: 'ALLYLALCOHOL', fr: 'ALCOOL ALLYLIQUE', de: 'ALLYLALKOHOL' },
    packaging_type: 'DRUM' as const,
    emergency_phone_number: '+32 9 111 22 33',
  }
  const packaged_items = [{ id: 'item', adr, quantity: 4, total_weight_kg: 800, total_net_weight_kg: 760.25 }]
  return paperGood({ description: 'Solvent', adr_type: 'ADR', packaged_items, ...members })
}
