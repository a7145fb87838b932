import type { Input } from '@cartage/contract/endpoint'
import { isEstimatedEta, type StopTimes } from '@cartage/contract/orders/app/lateness'
import type { ListedOrder, listOrders } from '@cartage/contract/orders/app/list'

/** Filters as the query gives them. */
export type OrderFilters = Omit<Input<typeof listOrders>['query'], 'offset' | 'limit' | 'sort'>

/** What a list of orders is sorted by. */
export type OrderSort = Input<typeof listOrders>['query']['sort']

/** A span of days that has few orders next to all there are. */
const fewDays = 31

/** Whether the filters request a few days of pickup, however long ago. */
export function isFewDays({ pickup_from, pickup_to }: Pick<OrderFilters, 'pickup_from' | 'pickup_to'>): boolean {
  if (!pickup_from || !pickup_to) return false
  return Date.parse(pickup_to) - Date.parse(pickup_from) <= fewDays * 86_400_000
}

/** Whether another filter than the state leaves so few that all of them are looked at. */
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

/** Which of the members that people search by a text can be the beginning of. */
export interface SearchRanges {
  /** Between these two in byte order: everything that begins with the text. */
  from: string
  to: string
  /** The same for container numbers, which have capitals and no blanks; undefined when the text cannot be one. */
  container: { from: string; to: string } | undefined
}

const highest = '\u{10ffff}'

/** The ranges of indexes that hold what begins with a text. */
export function searchRanges(text: string): SearchRanges {
  const container = text.toUpperCase().replace(/[\s-]/g, '')
  return {
    from: text,
    to: text + highest,
    container: /^[A-Z]{1,4}\d{0,7}$/.test(container) ? { from: container, to: container + highest } : undefined,
  }
}

/** When the last stop was reached, else when it is expected. */
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

/** The state as lists show it: a hold is before it. */
export function shownStatus(status: string, isBlocked: boolean): string {
  return isBlocked ? 'BLOCKED' : status
}
