import type { Input } from '@cartage/contract/endpoint'
import { endOfPrefix } from '@cartage/contract/reading/fold'
import type { listResourceRecords } from '@cartage/contract/resources/app/record'
import { nameKey, plateKey } from '../names.rules.ts'

/** Filters of the list from the query. */
export type RecordFilters = Omit<Input<typeof listResourceRecords>['query'], 'offset' | 'limit' | 'sort'>
export type RecordSort = Input<typeof listResourceRecords>['query']['sort']

/** Prefixes of a search text, in the form of the search columns. */
export interface SearchKeys {
  name: string
  nameEnd: string
  /** Null for punctuation only: no plate can match. */
  plate: string | null
  plateEnd: string | null
  text: string
  textEnd: string
  /** In capitals and without blanks, as container numbers are stored. */
  container: string
  containerEnd: string
}

/** Index ranges for texts with this prefix. */
export function searchKeys(text: string): SearchKeys {
  const name = nameKey(text)
  const plate = plateKey(text)
  const container = text.toUpperCase().replace(/[\s-]/g, '')
  return {
    name,
    nameEnd: endOfPrefix(name),
    plate,
    plateEnd: plate === null ? null : endOfPrefix(plate),
    text,
    textEnd: endOfPrefix(text),
    container,
    containerEnd: endOfPrefix(container),
  }
}
