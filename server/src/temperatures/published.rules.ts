import type { TemperatureExcursion, TemperatureRange } from '@cartage/contract/temperatures/app'

/** An excursion that was published; instants as they are shown, to the second. */
export interface KeptExcursion {
  readonly order_id: string
  readonly trip_id: string
  readonly resource_id: string
  readonly resource_name: string
  readonly range_key: string
  readonly from: string
  readonly until: string
  readonly worst_degrees: number
  readonly is_over: boolean
}

/** What is to be published: excursions that are new, and those that are over now. */
export interface ExcursionChanges {
  readonly begun: readonly TemperatureExcursion[]
  /** As they were last known. */
  readonly ended: readonly KeptExcursion[]
  /** That go on: only what is kept of them moves. */
  readonly longer: readonly KeptExcursion[]
}

/** Both ends of a range as one key. */
export function rangeKey({ least, most }: TemperatureRange): string {
  return `${least ?? ''}..${most ?? ''}`
}

/** The range behind its key. */
export function rangeOfKey(key: string): TemperatureRange {
  const [least = '', most = ''] = key.split('..')
  return { least: least === '' ? null : Number(least), most: most === '' ? null : Number(most) }
}

/**
 * TEMP-7: what of excursions is to be published. One that was published is the same as long as their times overlap: measurements that come
 * late may begin it earlier. One that late measurements made none is over.
 */
export function excursionChanges(
  kept: readonly KeptExcursion[],
  found: readonly TemperatureExcursion[],
): ExcursionChanges {
  const isSame = (one: KeptExcursion, is: TemperatureExcursion) =>
    one.order_id === is.order_id &&
    one.resource_id === is.resource_id &&
    one.range_key === rangeKey(is.range) &&
    one.from <= is.until &&
    is.from <= one.until
  const begun = found.filter((is) => !kept.some((one) => isSame(one, is)))
  const open = kept.filter(({ is_over }) => !is_over)
  const now = open.map((one) => {
    const is = found.findLast((other) => isSame(one, other))
    if (!is) return { ...one, is_over: true }
    return { ...one, until: is.until, worst_degrees: is.worst_degrees, is_over: is.is_over }
  })
  return {
    begun,
    ended: now.filter(({ is_over }) => is_over),
    longer: now.filter(({ is_over, until }, at) => !is_over && until !== open[at]!.until),
  }
}
