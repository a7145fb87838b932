import type { listCompanyRecords } from '@cartage/contract/companies/app/record'
import type { Input } from '@cartage/contract/endpoint'
import { endOfPrefix, foldText } from '@cartage/contract/reading/fold'

/** Filters of the list from the query. */
export type CompanyFilters = Omit<Input<typeof listCompanyRecords>['query'], 'offset' | 'limit' | 'sort'>
export type CompanySort = Input<typeof listCompanyRecords>['query']['sort']

/** Index ranges for texts with this prefix: names in lower case, codes unchanged. */
export function searchRanges(text: string): readonly [string, string, string, string] {
  const name = foldText(text)
  return [name, endOfPrefix(name), text, endOfPrefix(text)]
}
