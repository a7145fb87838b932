import type { PortalDraft, PortalDraftStop, PortalEntry } from '@cartage/contract/doors/app/portal-entry'
import type { ErrorItem } from '@cartage/contract/errors'
import { msg, type Sentence } from '@cartage/contract/message'
import { OrderEntry, type OrderExport } from '@cartage/contract/orders/order-input'
import type { z } from 'zod'
import { errorItem, Problem } from '../../http/problem.ts'
import { type Names, packagingName } from '../../orders/record/output.rules.ts'

/** An order in the format of uploads, as the source of a copy. */
export type CopiedOrder = z.output<typeof OrderExport>
type Consignment = CopiedOrder['consignments'][number]
type Stop = Consignment['pickup_stop']
type Good = NonNullable<Consignment['goods']>[number]

interface KeyedStop {
  readonly key: string
  readonly role: PortalDraftStop['role']
  readonly stop: Stop
}

/** Stops of an order with their keys in the portal. */
function stopsOf(order: CopiedOrder): KeyedStop[] {
  const listed = (stops: readonly Stop[] | null | undefined, role: KeyedStop['role'], path: string) =>
    (stops ?? []).map((stop, at) => ({ key: `${path}.${at}`, role, stop }))
  return [
    ...listed(order.setup_stops, 'SETUP', 'setup_stops'),
    ...order.consignments.flatMap(({ pickup_stop, standalone_stops, delivery_stop }, at): KeyedStop[] => [
      { key: `consignments.${at}.pickup_stop`, role: 'PICKUP', stop: pickup_stop },
      ...listed(standalone_stops, 'STANDALONE', `consignments.${at}.standalone_stops`),
      { key: `consignments.${at}.delivery_stop`, role: 'DELIVERY', stop: delivery_stop },
    ]),
    ...listed(order.teardown_stops, 'TEARDOWN', 'teardown_stops'),
  ]
}

const goodKey = (consignment: number, good: number) => `consignments.${consignment}.goods.${good}`

const dayMs = 86_400_000

/**
 * Values that can be entered for a copy of an order.
 * @param names names of packaging codes
 */
export function draftOf(
  order: CopiedOrder,
  names: Pick<Names, 'packaging_types'>,
): Pick<PortalDraft, 'stops' | 'goods'> {
  const stops = stopsOf(order)
  const days = stops.flatMap(({ stop }) => stop.date ?? []).toSorted()
  return {
    stops: stops.map(({ key, role, stop }) => ({
      ...{ key, role },
      name: stop.location.name ?? stop.location.display_name ?? null,
      address: stop.location.address ?? null,
      city: stop.location.city ?? null,
      country: stop.location.country ?? null,
      days_later: stop.date ? Math.round((Date.parse(stop.date) - Date.parse(days[0]!)) / dayMs) : null,
      from: stop.time_window?.start_time ?? null,
      to: stop.time_window?.end_time ?? null,
      needs_date: needsDate(stop, role),
    })),
    goods: order.consignments.flatMap(({ goods }, at) =>
      (goods ?? []).map((good, index) => ({
        key: goodKey(at, index),
        description: good.description ?? good.product?.name ?? null,
        packaging: packagingName(good.packaging_type, names),
        quantity: good.quantity ?? null,
        weight_kg: good.total_weight_kg ?? null,
      })),
    ),
  }
}

function needsDate(stop: Stop, role: KeyedStop['role']): boolean {
  return role === 'PICKUP' || role === 'DELIVERY' || Boolean(stop.date)
}

/** Current name and code of the customer. */
export interface KnownCustomer {
  readonly name: string
  readonly code: string | null
}

/**
 * PORTAL-4: the order that a customer enters as a copy of a previous one. Data unique to the previous order is left
 * out. The copy is a quote, which is not planned until a planner confirms it.
 * @throws Problem validation_failed with a path into the entry for each error
 */
export function copiedOrder(source: CopiedOrder, entry: PortalEntry, customer: KnownCustomer): OrderEntry {
  const faults = faultsOf(source, entry)
  if (faults.length > 0) throw new Problem('validation_failed', { errors: faults })
  const days = new Map(entry.stops.map((one) => [one.key, one]))
  const amounts = new Map(entry.goods.map((one) => [one.key, one]))
  const stop = (key: string, before: Stop) => copiedStop(before, days.get(key))
  const list = (stops: readonly Stop[] | null | undefined, path: string) =>
    stops?.map((one, at) => stop(`${path}.${at}`, one))
  const copy = {
    ...withoutNumbers(source),
    order_identifier: null,
    order_status: 'QUOTE',
    customer: customer.code === null ? { name: customer.name } : { ...customer },
    customer_reference_number: entry.reference || undefined,
    planning_instructions: entry.remark || undefined,
    input_source: 'Portal',
    setup_stops: list(source.setup_stops, 'setup_stops'),
    teardown_stops: list(source.teardown_stops, 'teardown_stops'),
    consignments: source.consignments.map((consignment, at) => {
      const path = `consignments.${at}`
      return {
        ...withoutConsignmentNumbers(consignment),
        pickup_stop: stop(`${path}.pickup_stop`, consignment.pickup_stop),
        delivery_stop: stop(`${path}.delivery_stop`, consignment.delivery_stop),
        standalone_stops: list(consignment.standalone_stops, `${path}.standalone_stops`),
        goods: consignment.goods?.map((good, index) => copiedGood(good, amounts.get(goodKey(at, index)))),
      }
    }),
  }
  return OrderEntry.parse(JSON.parse(JSON.stringify(copy)))
}

type EnteredStop = PortalEntry['stops'][number]

function faultsOf(source: CopiedOrder, { stops, goods }: PortalEntry): ErrorItem[] {
  const known = new Map(stopsOf(source).map((one) => [one.key, one]))
  const entered = new Map(stops.map((one) => [one.key, one]))
  const knownGoods = new Set(draftOf(source, { packaging_types: [] }).goods.map(({ key }) => key))
  const fault = (path: string, message: Sentence | string, detail: string) => errorItem(path, message, detail)
  const unknown = [
    ...stops.filter(({ key }) => !known.has(key)).map(({ key }) => ['stops', key] as const),
    ...goods.filter(({ key }) => !knownGoods.has(key)).map(({ key }) => ['goods', key] as const),
  ].map(([list, key]) => fault(list, msg`is not a part of the order that is copied: ${key}`, 'unknown'))
  const undated = [...known.values()]
    .filter(({ key, stop, role }) => needsDate(stop, role) && !entered.get(key)?.date)
    .map(({ key }) => fault(`stops.${key}.date`, 'is required: enter the day of this stop', 'missing'))
  const early = source.consignments.flatMap((_, at) => {
    const [pickup, delivery] = [`consignments.${at}.pickup_stop`, `consignments.${at}.delivery_stop`]
    const [from, to] = [entered.get(pickup)?.date, entered.get(delivery)?.date]
    if (!from || !to || to >= from) return []
    return [fault(`stops.${delivery}.date`, 'is before the pickup: enter a later day', 'order')]
  })
  // DOOR-10: a window over midnight is valid only if the order already had it; otherwise it is a typing error.
  const isKept = ({ key, from, to }: EnteredStop) => {
    const before = known.get(key)?.stop.time_window
    return before?.start_time === from && before?.end_time === to
  }
  const turned = stops
    .filter((stop) => stop.from && stop.to && stop.to < stop.from && !isKept(stop))
    .map(({ key }) => fault(`stops.${key}.to`, 'is before the earliest time: enter a later one', 'order'))
  return [...unknown, ...undated, ...early, ...turned]
}

function withoutNumbers(order: CopiedOrder): Partial<CopiedOrder> {
  const {
    container,
    import_export: _customs,
    pricing: _price,
    raw_input: _input,
    transporeon: _job,
    ...members
  } = order
  const { operation: _operation, dachser: _dachser, ...rest } = members
  if (!container) return rest
  return { ...rest, container: { ...container, container_number: null, seal_number: null, pin_code: null } }
}

function withoutConsignmentNumbers(consignment: Consignment): Partial<Consignment> {
  const {
    consignment_reference_number: _own,
    cmr_reference_number: _cmr,
    import_export: _customs,
    ...rest
  } = consignment
  const { palletline: _palletline, palletforce: _palletforce, transporeon: _transporeon, ...members } = rest
  return members
}

function copiedStop(before: Stop, entered: EnteredStop | undefined): Stop {
  const { date: _date, reference_number: _gate, drop_collect_empty: _empty, extras, time_window, ...members } = before
  const window = { start_time: entered?.from ?? null, end_time: entered?.to ?? null }
  const hasWindow = Boolean(time_window) || window.start_time !== null || window.end_time !== null
  return {
    ...members,
    date: entered?.date ?? null,
    ...(hasWindow && { time_window: { ...time_window, ...window } }),
    // A marketplace gives each delivery its own numbers.
    ...(extras && { extras: extras.map(({ amazon: _amazon, ...extra }) => extra) }),
  }
}

const totals = ['total_loading_meters', 'total_pallet_spaces', 'total_volume_m3', 'total_weight_kg'] as const

/** Another quantity scales all known measures, except a weight that was entered. */
function copiedGood(before: Good, entered: PortalEntry['goods'][number] | undefined): Good {
  const { handling_units: _units, packaged_items, ...good } = before
  const ratio = entered && before.quantity ? entered.quantity / before.quantity : 1
  const scaled = Object.fromEntries(totals.flatMap((name) => (good[name] ? [[name, times(good[name], ratio)]] : [])))
  return {
    ...good,
    ...scaled,
    ...(entered && { quantity: entered.quantity }),
    ...(entered?.weight_kg != null && { total_weight_kg: entered.weight_kg }),
    ...(packaged_items && { packaged_items: packaged_items.map((item) => copiedItem(item, ratio)) }),
  }
}

type Item = NonNullable<Good['packaged_items']>[number]

const itemTotals = ['total_net_weight_kg', 'total_volume_l', 'total_weight_kg'] as const

function copiedItem({ barcodes: _barcodes, import_export: _customs, ...item }: Item, ratio: number): Item {
  const scaled = Object.fromEntries(
    itemTotals.flatMap((name) => (item[name] ? [[name, times(item[name], ratio)]] : [])),
  )
  return { ...item, ...scaled, ...(item.quantity != null && { quantity: Math.round(item.quantity * ratio) }) }
}

function times(amount: number, ratio: number): number {
  return Math.round(amount * ratio * 1_000) / 1_000
}
