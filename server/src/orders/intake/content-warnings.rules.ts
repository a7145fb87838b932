import type { ErrorItem } from '@cartage/contract/errors'
import { msg, type Sentence } from '@cartage/contract/message'
import type { CanonicalGood, CanonicalOrder, CanonicalStop } from '@cartage/contract/orders/canonical'
import { errorItem } from '../../http/problem.ts'
import { oddTime } from '../../http/warnings.ts'

/**
 * Warnings for accepted but implausible content: invalid UN numbers, negative measures, implausible dates (GOOD-8,
 * GOOD-9, SENSE-1).
 */
export function contentWarnings({
  consignments,
  container,
  setup_stops,
  teardown_stops,
  ...rest
}: Omit<CanonicalOrder, 'operation' | 'order_identifier'>): ErrorItem[] {
  const listed = (path: string, stops: readonly CanonicalStop[] | undefined) =>
    (stops ?? []).flatMap((stop, at) => dayWarnings(stop, `${path}.${at}`))
  const yard = rest.container_load_unload_stop
  return [
    ...timeWarnings(container?.closing_date, 'container.closing_date'),
    ...(yard ? dayWarnings(yard, 'container_load_unload_stop') : []),
    ...listed('setup_stops', setup_stops),
    ...(consignments ?? []).flatMap(({ pickup_stop, delivery_stop, standalone_stops, goods, import_export }, at) => {
      const path = `consignments.${at}`
      return [
        ...dayWarnings(pickup_stop, `${path}.pickup_stop`),
        ...dayWarnings(delivery_stop, `${path}.delivery_stop`),
        ...orderWarnings(pickup_stop, delivery_stop, `${path}.delivery_stop.date`),
        ...listed(`${path}.standalone_stops`, standalone_stops),
        ...(import_export?.transit_declarations ?? []).flatMap(({ valid_to_date }, index) =>
          timeWarnings(valid_to_date, `${path}.import_export.transit_declarations.${index}.valid_to_date`),
        ),
        ...(goods ?? []).flatMap((good, index) => goodWarnings(good, `${path}.goods.${index}`)),
      ]
    }),
    ...listed('teardown_stops', teardown_stops),
  ]
}

function dayWarnings({ date, drop_collect_empty }: CanonicalStop, path: string): ErrorItem[] {
  return [
    ...timeWarnings(date, `${path}.date`),
    ...timeWarnings(drop_collect_empty?.date, `${path}.drop_collect_empty.date`),
  ]
}

function timeWarnings(given: string | undefined, path: string): ErrorItem[] {
  const message = given === undefined ? undefined : oddTime(given)
  return message === undefined ? [] : [errorItem(path, message, 'odd_day')]
}

function orderWarnings({ date: pickup }: CanonicalStop, { date: delivery }: CanonicalStop, path: string): ErrorItem[] {
  if (pickup === undefined || delivery === undefined || delivery >= pickup) return []
  const message = msg`The delivery on ${delivery} is before the pickup on ${pickup}.`
  return [errorItem(path, message, 'delivery_before_pickup')]
}

const measures = [
  'quantity',
  'total_loading_meters',
  'total_pallet_spaces',
  'total_volume_m3',
  'total_weight_kg',
  'unit_height_m',
  'unit_length_m',
  'unit_loading_meters',
  'unit_pallet_spaces',
  'unit_weight_kg',
  'unit_width_m',
  'total_net_weight_kg',
  'total_volume_l',
] as const

function goodWarnings(good: CanonicalGood, path: string): ErrorItem[] {
  return [
    ...measureWarnings(good, path),
    ...(good.packaged_items ?? []).flatMap((item, at) => {
      const here = `${path}.packaged_items.${at}`
      const warning = item.adr && unNumberWarning(item.adr.un_number)
      return [
        ...measureWarnings(item, here),
        ...(warning ? [errorItem(`${here}.adr.un_number`, warning, 'un_number')] : []),
      ]
    }),
  ]
}

function measureWarnings(
  thing: Readonly<Partial<Record<(typeof measures)[number], number | undefined>>>,
  path: string,
): ErrorItem[] {
  return measures.flatMap((name) => {
    const value = thing[name]
    if (value === undefined || value >= 0) return []
    const message = msg`${value} is less than nothing. It is kept and counted in no sum.`
    return [errorItem(`${path}.${name}`, message, 'negative_measure')]
  })
}

/**
 * GOOD-8: warning for a UN number with the one that is probably meant; undefined for four digits or an absent number.
 */
export function unNumberWarning(given: string | undefined): Sentence | undefined {
  if (given === undefined) return undefined
  const text = given.trim()
  if (text === '') return msg`The UN number is empty. The papers of dangerous goods need it.`
  if (/^(?:UN|ID|NA)?[\s-]*\d{4}$/i.test(text)) return undefined
  // Spreadsheets strip leading zeros and append decimals.
  const digits = /^(?:UN|ID|NA)?[\s-]*(\d{1,4})(?:[.,]0+)?$/i.exec(text)?.[1]
  if (digits === undefined || Number(digits) === 0)
    return msg`"${text.slice(0, 80)}" is not a UN number: that has four digits.`
  return msg`"${text}" is not a UN number: that has four digits. Did you mean ${digits.padStart(4, '0')}?`
}
