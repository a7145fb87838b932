import type { OrderUpload } from '@cartage/contract/orders/order-input'
import type { z } from 'zod'

/** An order as a caller sends it. */
export type SampleOrder = z.input<typeof OrderUpload>

type Consignment = NonNullable<SampleOrder['consignments']>[number]
type Stop = Consignment['pickup_stop']

interface Place {
  name: string
  address: string
  postal_code: string
  city: string
  country: string
}

const customers = [
  'Noordzee Chemie',
  'Brouwerij De Linde',
  'Papierfabriek Maasdal',
  'Vergers du Midi',
  'Albion Homeware',
]

const places: readonly Place[] = [
  { name: 'Quay 12', address: 'Waalhaven 12', postal_code: '3089 KA', city: 'Rotterdam', country: 'NL' },
  { name: 'Warehouse 3', address: 'Ruhrorter Strasse 30', postal_code: '47119', city: 'Duisburg', country: 'DE' },
  { name: 'Loods Noord', address: 'Noorderlaan 147', postal_code: '2030', city: 'Antwerpen', country: 'BE' },
  { name: 'Entrepôt Canal', address: '4 quai du Canal', postal_code: '59000', city: 'Lille', country: 'FR' },
  { name: 'Hub Venlo', address: 'Columbusweg 20', postal_code: '5928 LC', city: 'Venlo', country: 'NL' },
  { name: 'Lager Süd', address: 'Hafenstrasse 9', postal_code: '68159', city: 'Mannheim', country: 'DE' },
  { name: 'Depot Gent', address: 'Kennedylaan 50', postal_code: '9042', city: 'Gent', country: 'BE' },
  { name: 'Plateforme Est', address: '11 rue du Rhin', postal_code: '67100', city: 'Strasbourg', country: 'FR' },
]

const goods = ['Paint in cans', 'Beer crates', 'Paper reels', 'Apples', 'Kitchen goods', 'Machine parts', 'Tiles']

/**
 * The same number always gives the same order, apart from its dates.
 * @param number from 1
 * @param firstDay the dates lie within three weeks from here
 */
export function sampleOrder(number: number, firstDay: Date): SampleOrder {
  const dice = createDice(number)
  const from = dice(places.length)
  const consignments = Array.from({ length: dice(5) === 0 ? 2 : 1 }, (_, index) => {
    const to = (from + 1 + dice(places.length - 1)) % places.length
    const day = dice(20)
    return {
      pickup_stop: stopAt(places[from]!, dayAfter(firstDay, day), '08:00', '12:00'),
      delivery_stop: stopAt(places[to]!, dayAfter(firstDay, day + 1), '13:00', '17:00'),
      goods: [
        {
          description: goods[dice(goods.length)]!,
          quantity: 1 + dice(33),
          packaging_type: { code: 'PALLET' },
          total_weight_kg: 250 * (1 + dice(90)),
        },
      ],
      consignment_reference_number: `S-${number}-${index + 1}`,
    }
  })
  return {
    operation: 'CREATE',
    order_identifier: `SAMPLE-${String(number).padStart(6, '0')}`,
    customer: { name: customers[dice(customers.length)]! },
    transport_service: { name: 'General' },
    consignments,
  }
}

function stopAt(location: Place, date: string, from: string, until: string): Stop {
  return { date, time_window: { start_time: from, end_time: until }, location }
}

function dayAfter(first: Date, days: number): string {
  return new Date(first.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Repeatable numbers from 0 to `sides - 1` (a linear congruential generator; quality does not matter here). */
function createDice(seed: number): (sides: number) => number {
  let state = (seed * 2_654_435_761) >>> 0
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
