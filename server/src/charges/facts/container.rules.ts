import type { Facts } from '@cartage/contract/rates/app/facts'
import { localTime } from '../../locations/local-time.rules.ts'
import { containerKind, teuOf } from '../../resources/container-kind.rules.ts'
import type { OrderSource, StopSource } from './sources.rules.ts'
import { dayOf } from './stops.rules.ts'

type Values = Facts['values']

const names = [
  'scenario',
  'type',
  'size_ft',
  'is_reefer',
  'chassis_days',
  'chassis_out_on',
  'chassis_in_on',
  'discharged_on',
  'gate_out_on',
  'gate_in_on',
  'line',
  'terminal',
] as const

/** Facts about the container of an order (CHARGE-2). Without a container there are none. */
export function containerValues(order: OrderSource): Values {
  const { container } = order.document
  if (!container) return { 'goods.containers': '0', 'goods.teu': '0', ...none }
  const { container_scenario: scenario, container_type: type, ocean_liner_scac, ocean_liner_name } = container
  const code = type?.code ?? type?.name ?? null
  const { feet, is_reefer } = containerKind(type, order.names.container_types)
  const line = ocean_liner_scac ?? ocean_liner_name
  return {
    'goods.containers': '1',
    ...(feet !== null && { 'goods.teu': String(teuOf(feet)), 'container.size_ft': String(feet) }),
    ...(scenario && { 'container.scenario': scenario }),
    ...(code !== null && { 'container.type': code, 'container.is_reefer': is_reefer }),
    ...(line && { 'container.line': line }),
    ...chassisValues(order),
    ...gateValues(order, scenario),
  }
}

const none: Values = Object.fromEntries(names.map((name) => [`container.${name}`, null]))

/** The chassis is in use from the first day of the first trip with one to the last day of the last. */
function chassisValues({ rides, time_zone }: OrderSource): Values {
  const driven = rides.filter(({ has_chassis }) => has_chassis)
  if (driven.length === 0) return {}
  const day = (at: string | null) => (at === null ? undefined : localTime(at, time_zone).date)
  const out = driven.flatMap(({ starts_at }) => day(starts_at) ?? []).sort()[0]
  const back = driven
    .flatMap(({ ends_at }) => day(ends_at) ?? [])
    .sort()
    .at(-1)
  if (out === undefined || back === undefined) return {}
  const days = (Date.parse(back) - Date.parse(out)) / 86_400_000 + 1
  return {
    'container.chassis_out_on': out,
    'container.chassis_in_on': back,
    'container.chassis_days': String(days),
  }
}

/** An import leaves the terminal full and comes back empty; an export leaves it empty and comes back full. */
function gateValues(order: OrderSource, scenario: 'IMPORT' | 'EXPORT' | undefined): Values {
  const { stops, document } = order
  const of = (role: StopSource['role']) => stops.filter((stop) => stop.role === role)
  const isExport = scenario === 'EXPORT'
  const out = isExport ? of('SETUP')[0] : of('PICKUP')[0]
  const back = isExport ? of('DELIVERY').at(-1) : of('TEARDOWN').at(-1)
  const terminal = isExport ? back : out
  const [outOn, inOn] = [out && dayOf(out, order), back && dayOf(back, order)]
  const discharged = dateField(document.custom_fields, 'container_discharged_on')
  return {
    ...(outOn && { 'container.gate_out_on': outOn }),
    ...(inOn && { 'container.gate_in_on': inOn }),
    ...(discharged && { 'container.discharged_on': discharged }),
    ...(terminal?.location_code && { 'container.terminal': terminal.location_code }),
  }
}

/** A date in the custom fields; undefined if missing. */
export function dateField(fields: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined {
  const value = fields?.[name]
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
}
