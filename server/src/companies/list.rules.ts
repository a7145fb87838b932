import type { listCompanyRecords } from '@cartage/contract/companies/app/record'
import type { Input } from '@cartage/contract/endpoint'
import { foldText } from '@cartage/contract/reading/fold'

/** Filters of the list from the query. */
export type CompanyFilters = Omit<Input<typeof listCompanyRecords>['query'], 'offset' | 'limit' | 'sort'>
export type CompanySort = Input<typeof listCompanyRecords>['query']['sort']

const highest = '\u{10ffff}'
const soonDays = 30

/** Index ranges for texts with this prefix: names in lower case, codes unchanged. */
export function searchRanges(text: string): readonly [string, string, string, string] {
  const name = foldText(text)
  return [name, name + highest, text, text + highest]
}

/** Latest end of a validity that counts as ending soon. */
export function soonFrom(now: Date): string {
  return new Date(now.getTime() + soonDays * 86_400_000).toISOString()
}
