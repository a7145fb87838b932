import type { Input } from '@cartage/contract/endpoint'
import { isEstimatedEta, type StopTimes } from '@cartage/contract/orders/app/lateness'
import type { ListedOrder, listOrders } from '@cartage/contract/orders/app/list'
import { endOfPrefix } from '@cartage/contract/reading/fold'

/** Filters of the query. */
export type OrderFilters = Omit<Input<typeof listOrders>['query'], 'offset' | 'limit' | 'sort'>

/** Sort orders of the list. */
export type OrderSort = Input<typeof listOrders>['query']['sort']

/** Longest range of days that contains few orders compared to all. */
const fewDays = 31

/** Whether the filters select a few days of pickup, however long ago. */
export function isFewDays({ pickup_from, pickup_to }: Pick<OrderFilters, 'pickup_from' | 'pickup_to'>): boolean {
  if (!pickup_from || !pickup_to) return false
  return Date.parse(pickup_to) - Date.parse(pickup_from) <= fewDays * 86_400_000
}

/** Whether a filter other than the status leaves so few orders that all can be scanned. */
export function isNarrow(filters: OrderFilters): boolean {
  const { q, company, is_adr, is_tempered, scenario } = filters
  return [
    q !== undefined && q !== '',
    company.length > 0,
    is_adr === true,
    is_tempered === true,
    scenario.length > 0,
    isFewDays(filters),
  ].includes(true)
}

/** Index ranges of the searched members for a text prefix. */
export interface SearchRanges {
  /** Byte-order range of all values that begin with the text. */
  from: string
  to: string
  /** The same for container numbers, in capitals without blanks; undefined when the text cannot be one. */
  container: { from: string; to: string } | undefined
}

/** Index ranges of all values that begin with a text. */
export function searchRanges(text: string): SearchRanges {
  const container = text.toUpperCase().replace(/[\s-]/g, '')
  return {
    from: text,
    to: endOfPrefix(text),
    container: /^[A-Z]{1,4}\d{0,7}$/.test(container) ? { from: container, to: endOfPrefix(container) } : undefined,
  }
}

/** Time at which the last stop was reached, else its expected time. */
export function expectedAt(
  last: StopTimes | undefined,
): Pick<ListedOrder, 'expected_at' | 'is_delivered' | 'eta_is_estimated'> {
  const actual = last?.actual_start_at ?? last?.actual_end_at ?? null
  return {
    expected_at: actual ?? last?.eta_start_at ?? last?.planned_start_at ?? null,
    is_delivered: actual !== null,
    eta_is_estimated: actual === null && isEstimatedEta(last),
  }
}

/** The status as lists show it: a hold takes precedence. */
export function shownStatus(status: string, isBlocked: boolean): string {
  return isBlocked ? 'BLOCKED' : status
}
