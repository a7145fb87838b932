import type { Request } from '@cartage/contract/endpoint'
import type { createOrder } from '@cartage/contract/orders/app/entry'
import { eachEntryMember } from '@cartage/contract/orders/entry-texts'
import type { OrderExport } from '@cartage/contract/orders/order-input'
import { readDay } from '@cartage/contract/reading/day'
import { readNumber } from '@cartage/contract/reading/number'
import type { Reading } from '@cartage/contract/reading/reading'
import { readWindow } from '@cartage/contract/reading/time'
import {
  type ConsignmentForm,
  type EntryForm,
  type ExportGood,
  type ExportStop,
  type GoodForm,
  isEmptyStop,
  type Named,
  type StopForm,
  shows,
  unNumberOf,
} from './form-model.ts'

/** Order body that the server accepts from a screen. */
export type EnteredOrder = Request<typeof createOrder>['body']['order']

/**
 * Builds the order from the form. Members that the form does not show stay unchanged. On a change, cleared members are
 * sent as empty, because absent members keep their values.
 */
export function orderOf(form: EntryForm, reading: Reading, isChange: boolean): EnteredOrder {
  const { base } = form
  const { operation: _operation, order_identifier: _identifier, ...before } = base ?? ({} as OrderExport)
  const text = (value: string, was: string | null | undefined) => value.trim() || (isChange && was ? '' : undefined)
  const order = {
    ...before,
    order_identifier: form.identifier.trim() || null,
    customer: sameNamed(form.customer, base?.customer) ?? entityOf(form.customer),
    transport_service: referenceOf(form.service, base?.transport_service, isChange),
    service_level: referenceOf(form.level, base?.service_level, isChange),
    order_status: form.isQuote ? ('QUOTE' as const) : base?.order_status ? ('TO_PLAN' as const) : undefined,
    ...eachEntryMember((name, member) => text(form[name], base?.[member])),
    container: containerOf(form, isChange),
    ...positioned(form, reading),
  }
  return order as EnteredOrder
}

function entityOf(named: Named | null) {
  if (named === null) return undefined
  return named.code ? { code: named.code, name: named.name } : { name: named.name }
}

/** Returns the order's own object while the form still shows it, so that an order keeps its company. */
function sameNamed<Thing extends { code?: string | null; name?: string | null }>(
  named: Named | null,
  base: Thing | null | undefined,
): Thing | undefined {
  if (named === null || !base) return undefined
  const isSame = base.code ? base.code === named.code : base.name === named.name
  return isSame ? base : undefined
}

function referenceOf(named: Named | null, base: OrderExport['transport_service'], isChange: boolean) {
  const kept = sameNamed(named, base)
  if (kept) return kept
  if (named === null) return isChange && base ? {} : undefined
  return named.code ? { code: named.code } : { name: named.name }
}

/** Whether a container order became a road order. */
export function dropsContainer({ base, scenario }: Pick<EntryForm, 'base' | 'scenario'>): boolean {
  return scenario === 'ROAD' && Boolean(base?.container?.container_scenario)
}

function containerOf(form: EntryForm, isChange: boolean) {
  const before = form.base?.container
  if (form.scenario === 'ROAD') return isChange && !dropsContainer(form) ? before : undefined
  const { number, type, seal, pin } = form.container
  const text = (value: string, was: string | null | undefined) => value.trim() || (isChange && was ? '' : undefined)
  return {
    ...before,
    container_scenario: form.scenario,
    container_number: text(number.toUpperCase().replace(/[\s-]/g, ''), before?.container_number),
    container_type: referenceOf(type, before?.container_type, isChange),
    seal_number: text(seal, before?.seal_number),
    pin_code: text(pin, before?.pin_code),
  }
}

interface Stops {
  setup_stops: ExportStop[] | undefined
  teardown_stops: ExportStop[] | undefined
  consignments: OrderExport['consignments']
}

/** The stops. Orders with standalone stops get positions, in the sequence of the form (SEQ-1). */
function positioned(form: EntryForm, reading: Reading): Stops {
  const withContent = (stops: readonly StopForm[]) => stops.filter((stop) => !isEmptyStop(stop))
  const setup = shows(form, 'setup') ? withContent(form.setup) : []
  const teardown = shows(form, 'teardown') ? withContent(form.teardown) : []
  const all = [...setup, ...form.consignments.flatMap(stopsOf), ...teardown]
  const needsPositions = form.consignments.some(({ standalone }) => standalone.length > 0)
  // Positions stay valid while the stops keep their sequence. Once stops were moved, all are renumbered.
  const before = baseStops(form.base).map(({ position }) => position?.position)
  const places = all.map(({ base }) => (base?.position ? before.indexOf(base.position.position) : -1))
  const isKept = places.every((place, at) => place > (places[at - 1] ?? -1))
  const write = (stop: StopForm): ExportStop => {
    const written = stopOf(stop, reading)
    if (!needsPositions || isKept) return written
    return { ...written, position: { ...written.position, position: all.indexOf(stop) + 1 } }
  }
  const list = (stops: readonly StopForm[], before: unknown) =>
    stops.length > 0 || before ? stops.map(write) : undefined
  return {
    setup_stops: list(setup, form.base?.setup_stops),
    teardown_stops: list(teardown, form.base?.teardown_stops),
    consignments: form.consignments.map((consignment) => ({
      ...consignment.base,
      pickup_stop: write(consignment.pickup),
      delivery_stop: write(consignment.delivery),
      standalone_stops: list(consignment.standalone, consignment.base?.standalone_stops),
      goods: goodsOf(consignment, reading),
    })),
  }
}

function baseStops(base: OrderExport | null): ExportStop[] {
  if (base === null) return []
  const ofConsignments = base.consignments.flatMap(({ pickup_stop, standalone_stops, delivery_stop }) => [
    pickup_stop,
    ...(standalone_stops ?? []),
    delivery_stop,
  ])
  return [...(base.setup_stops ?? []), ...ofConsignments, ...(base.teardown_stops ?? [])]
}

function stopsOf({ pickup, standalone, delivery }: ConsignmentForm): StopForm[] {
  return [pickup, ...standalone, delivery]
}

function stopOf(form: StopForm, { today, language }: Reading): ExportStop {
  if (form.frozen !== null && form.base) return form.base
  const window = readWindow(form.window) ?? {}
  const { start_time: _start, end_time: _end, ...others } = form.base?.time_window ?? {}
  const hasWindow = Object.keys({ ...window, ...others }).length > 0
  return {
    ...form.base,
    location: placeOf(form),
    date: readDay(form.date, today, language),
    time_window: hasWindow ? { ...others, ...window } : undefined,
    reference_number: form.reference.trim() || undefined,
    note: form.note.trim() || undefined,
    ...(form.activity && { custom_activity: form.activity.code ?? form.activity.name }),
  }
}

/** An untouched location is sent as the order had it, including members that the form does not show. */
function placeOf({ place, base }: StopForm): ExportStop['location'] {
  if (place === null) return {}
  const before = base?.location
  const shown = ['name', 'address', 'postal_code', 'city', 'country'] as const
  const same = (name: (typeof shown)[number]) =>
    (name === 'name' ? (before?.name ?? before?.display_name ?? '') : (before?.[name] ?? '')) === place[name]
  if (before && (before.id || null) === place.id && shown.every(same)) return before
  const members = shown.map((name) => [name, place[name].trim()]).filter(([, value]) => value !== '')
  return { ...(place.id && { id: place.id }), ...Object.fromEntries(members) }
}

function goodsOf({ goods, base }: ConsignmentForm, reading: Reading): ExportGood[] | undefined {
  const filled = goods.filter((good) => good.base !== null || !isEmptyGood(good))
  return filled.length > 0 || base?.goods ? filled.map((good) => goodOf(good, reading)) : undefined
}

/** Whether a line of goods has no input. */
export function isEmptyGood({ base: _base, packaging, ...texts }: GoodForm): boolean {
  return packaging === null && Object.values(texts).every((text) => text.trim() === '')
}

function goodOf(form: GoodForm, reading: Reading): ExportGood {
  const { base } = form
  const number = (text: string) => {
    const read = readNumber(text, reading)
    return read.kind === 'number' ? read.value : undefined
  }
  const un = form.un.trim().replace(/^UN\s*/i, '')
  return {
    ...base,
    description: form.description.trim() || undefined,
    quantity: number(form.quantity),
    packaging_type: sameNamed(form.packaging, base?.packaging_type) ?? packagingOf(form.packaging),
    total_weight_kg: number(form.weight),
    total_loading_meters: number(form.metres),
    ordered_transport_temperature_degrees: number(form.temperature),
    ...(un !== unNumberOf(base) && {
      adr_type: un === '' ? undefined : (base?.adr_type ?? ('ADR' as const)),
      packaged_items: itemsOf(base?.packaged_items, un),
    }),
  }
}

function packagingOf(named: Named | null) {
  if (named === null) return undefined
  return named.code ? { code: named.code } : { name: named.name }
}

function itemsOf(items: ExportGood['packaged_items'], un: string): ExportGood['packaged_items'] {
  const at = (items ?? []).findIndex(({ adr }) => adr?.un_number)
  if (un === '') return at < 0 ? items : items!.filter((_, index) => index !== at)
  if (at < 0) return [...(items ?? []), { adr: { un_number: un } }]
  return items!.map((item, index) =>
    index === at && item.adr?.un_number !== un ? { ...item, adr: { un_number: un } } : item,
  )
}
