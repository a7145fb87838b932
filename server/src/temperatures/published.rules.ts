import type { TemperatureExcursion, TemperatureRange } from '@cartage/contract/temperatures/app'

/** A published excursion; instants as shown, to the second. */
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

/** Events to publish: new excursions, and those that have ended. */
export interface ExcursionChanges {
  readonly begun: readonly TemperatureExcursion[]
  /** In their last known state. */
  readonly ended: readonly KeptExcursion[]
  /** Ongoing: only the stored row is updated. */
  readonly longer: readonly KeptExcursion[]
}

/** Both limits of a range as one key. */
export function rangeKey({ least, most }: TemperatureRange): string {
  return `${least ?? ''}..${most ?? ''}`
}

/** The range behind its key. */
export function rangeOfKey(key: string): TemperatureRange {
  const [least = '', most = ''] = key.split('..')
  return { least: least === '' ? null : Number(least), most: most === '' ? null : Number(most) }
}

/**
 * TEMP-7: events to publish about excursions. A published excursion is the same as long as their times overlap: late
 * measurements may make it begin earlier. One that late measurements disprove is over.
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
