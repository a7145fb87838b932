import type { OrderEditable } from '@cartage/contract/orders/app/record'
import { type EntryText, eachEntryText } from '@cartage/contract/orders/entry-texts'
import type { OrderExport } from '@cartage/contract/orders/order-input'
import { numberText } from '@cartage/contract/reading/number'
import { windowText } from '@cartage/contract/reading/time'

type ExportConsignment = OrderExport['consignments'][number]
export type ExportStop = ExportConsignment['pickup_stop']
export type ExportGood = NonNullable<ExportConsignment['goods']>[number]

/** Identified by code or by name. */
export interface Named {
  code: string | null
  name: string
}

/** The chosen customer, with its id if it was found here. */
export interface Customer extends Named {
  company_id: string | null
}

/** Location of a stop. With an id it is an existing location, without one a new address. */
export interface Place {
  id: string | null
  name: string
  address: string
  postal_code: string
  city: string
  country: string
}

/** A stop in the form. Texts are as typed. `base` holds the members of the order that the form does not show. */
export interface StopForm {
  base: ExportStop | null
  place: Place | null
  date: string
  window: string
  reference: string
  note: string
  activity: Named | null
  /** Why it can no longer be changed. */
  frozen: string | null
}

/** A line of goods in the form. */
export interface GoodForm {
  base: ExportGood | null
  description: string
  quantity: string
  packaging: Named | null
  weight: string
  metres: string
  un: string
  temperature: string
}

export interface ConsignmentForm {
  base: ExportConsignment | null
  pickup: StopForm
  delivery: StopForm
  standalone: StopForm[]
  goods: GoodForm[]
}

export const scenarios = ['ROAD', 'IMPORT', 'EXPORT'] as const
export type Scenario = (typeof scenarios)[number]

/** State of the order form. */
export interface EntryForm extends Record<EntryText, string> {
  base: OrderExport | null
  customer: Customer | null
  service: Named | null
  level: Named | null
  scenario: Scenario
  isQuote: boolean
  identifier: string
  container: { number: string; type: Named | null; seal: string; pin: string }
  setup: StopForm[]
  teardown: StopForm[]
  consignments: ConsignmentForm[]
}

/** Form state of a new stop. */
export function emptyStop(): StopForm {
  return {
    base: null,
    place: null,
    date: '',
    window: '',
    reference: '',
    note: '',
    activity: null,
    frozen: null,
  }
}

/** Whether a stop is empty, like one that is only offered. */
export function isEmptyStop({ base, place, date, window, reference }: StopForm): boolean {
  return base === null && place === null && [date, window, reference].every((text) => text.trim() === '')
}

/** Whether the order has stops before or after the transport: by its scenario, or because it already had some. */
export function shows({ scenario, base }: Pick<EntryForm, 'scenario' | 'base'>, list: 'setup' | 'teardown'): boolean {
  // A container order that becomes a road order loses both.
  if (scenario === 'ROAD' && base?.container?.container_scenario) return false
  if (list === 'setup') return scenario === 'EXPORT' || (base?.setup_stops ?? []).length > 0
  return scenario === 'IMPORT' || (base?.teardown_stops ?? []).length > 0
}

/** UN number of a line of goods: the first one found in it. */
export function unNumberOf(good: ExportGood | null): string {
  return good?.packaged_items?.find(({ adr }) => adr?.un_number)?.adr?.un_number ?? ''
}

/** Form state of a new line of goods. */
export function emptyGood(): GoodForm {
  return {
    base: null,
    description: '',
    quantity: '',
    packaging: null,
    weight: '',
    metres: '',
    un: '',
    temperature: '',
  }
}

/** Form state of a new consignment. */
export function emptyConsignment(): ConsignmentForm {
  return { base: null, pickup: emptyStop(), delivery: emptyStop(), standalone: [], goods: [emptyGood()] }
}

/** Form state of a new order. */
export function emptyForm(service: Named | null = null): EntryForm {
  return {
    base: null,
    customer: null,
    service,
    level: null,
    scenario: 'ROAD',
    isQuote: false,
    identifier: '',
    ...eachEntryText(() => ''),
    container: { number: '', type: null, seal: '', pin: '' },
    setup: [],
    teardown: [],
    consignments: [emptyConsignment()],
  }
}

/** Form state of an order, including the members that may no longer change. Numbers are formatted in the language. */
export function formOf(
  order: OrderExport,
  customer: Customer | null,
  editable: OrderEditable | null,
  language: string,
): EntryForm {
  const frozen = new Map(editable?.frozen_stops.map(({ path, status }) => [path, status]))
  const stop = (base: ExportStop, path: string) => stopForm(base, frozen.get(path) ?? null)
  return {
    base: order,
    customer: customer ?? customerOf(order.customer),
    service: namedOf(order.transport_service),
    level: namedOf(order.service_level),
    scenario: order.container?.container_scenario ?? 'ROAD',
    isQuote: order.order_status === 'QUOTE',
    identifier: order.order_identifier,
    ...eachEntryText((_, member) => order[member] ?? ''),
    container: {
      number: order.container?.container_number ?? '',
      type: namedOf(order.container?.container_type),
      seal: order.container?.seal_number ?? '',
      pin: order.container?.pin_code ?? '',
    },
    setup: (order.setup_stops ?? []).map((base, at) => stop(base, `setup_stops.${at}`)),
    teardown: (order.teardown_stops ?? []).map((base, at) => stop(base, `teardown_stops.${at}`)),
    consignments: order.consignments.map((base, at) => ({
      base,
      pickup: stop(base.pickup_stop, `consignments.${at}.pickup_stop`),
      delivery: stop(base.delivery_stop, `consignments.${at}.delivery_stop`),
      standalone: (base.standalone_stops ?? []).map((each, index) =>
        stop(each, `consignments.${at}.standalone_stops.${index}`),
      ),
      goods: (base.goods ?? []).map((good) => goodForm(good, language)),
    })),
  }
}

/** Copies an order for a new entry, without the members that are specific to the original. */
export function copyOf(order: OrderExport): OrderExport {
  const { container, customer_reference_number: _reference, raw_input: _input, ...members } = order
  const undated = ({ date: _date, reference_number: _gate, ...stop }: ExportStop): ExportStop => stop
  return {
    ...members,
    order_identifier: '',
    ...(container && {
      container: { ...container, container_number: null, seal_number: null, pin_code: null },
    }),
    setup_stops: order.setup_stops?.map(undated),
    teardown_stops: order.teardown_stops?.map(undated),
    consignments: order.consignments.map(({ cmr_reference_number: _cmr, ...consignment }) => ({
      ...consignment,
      pickup_stop: undated(consignment.pickup_stop),
      delivery_stop: undated(consignment.delivery_stop),
      standalone_stops: consignment.standalone_stops?.map(undated),
    })),
  }
}

function stopForm(base: ExportStop, frozen: string | null): StopForm {
  const { id, name, display_name, address, postal_code, city, country } = base.location
  return {
    base,
    place: {
      id: id || null,
      name: name ?? display_name ?? '',
      address: address ?? '',
      postal_code: postal_code ?? '',
      city: city ?? '',
      country: country ?? '',
    },
    date: base.date ?? '',
    window: windowText(base.time_window ?? {}),
    reference: base.reference_number ?? '',
    note: base.note ?? '',
    activity: base.custom_activity ? { code: base.custom_activity, name: base.custom_activity } : null,
    frozen,
  }
}

function goodForm(base: ExportGood, language: string): GoodForm {
  const number = (value: number | null | undefined) => numberText(value, language)
  return {
    base,
    description: base.description ?? '',
    quantity: number(base.quantity),
    packaging: namedOf(base.packaging_type),
    weight: number(base.total_weight_kg),
    metres: number(base.total_loading_meters),
    un: unNumberOf(base),
    temperature: number(base.ordered_transport_temperature_degrees),
  }
}

function namedOf(named: { code?: string | null; name?: string | null } | null | undefined): Named | null {
  if (!named?.code && !named?.name) return null
  return { code: named.code ?? null, name: named.name ?? named.code! }
}

function customerOf(named: { code?: string | null; name?: string | null }): Customer | null {
  const known = namedOf(named)
  return known && { ...known, company_id: null }
}
