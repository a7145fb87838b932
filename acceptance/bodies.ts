import { unique } from './world.ts'

/** Test location; `name` distinguishes it from others. */
export function place(name: string, city = 'Genk') {
  return { name, address: 'Havenlaan 12', postal_code: '3600', city, country: 'BE' }
}

/** A stop at a place on a day. */
export function stop<More extends object>(name: string, more?: More) {
  return { location: place(name), date: '2026-03-02', ...(more as More) }
}

/** A consignment from one place to another. */
export function consignment<More extends object>(more?: More) {
  return {
    pickup_stop: stop('Quarry Noord', { activity: 'PICKUP' }),
    delivery_stop: stop('Depot Zuid', { activity: 'DELIVERY', date: '2026-03-03' }),
    goods: [{ description: 'Paving stones', quantity: 4, total_weight_kg: 3200 }],
    ...(more as More),
  }
}

/** A complete CREATE under a new key; given members override the defaults. */
export function order(more: object = {}) {
  return {
    operation: 'CREATE',
    order_identifier: unique(),
    customer: { name: 'Stonegate Building Supplies' },
    transport_service: { name: 'General' },
    customer_reference_number: 'PO-4711',
    consignments: [consignment()],
    ...more,
  }
}

/** A consignment with a standalone stop: every stop carries its position (SEQ-1). */
export function positioned(positions: { pickup: number; delivery: number; standalone: number[] }) {
  return consignment({
    pickup_stop: stop('Dairy', { activity: 'PICKUP', position: { position: positions.pickup } }),
    delivery_stop: stop('Market', { activity: 'DELIVERY', position: { position: positions.delivery } }),
    standalone_stops: positions.standalone.map((position, index) =>
      stop(`Cleaning ${index + 1}`, {
        activity: 'CUSTOM',
        custom_activity_label: `Cleaning ${index + 1}`,
        position: { position },
      }),
    ),
  })
}
