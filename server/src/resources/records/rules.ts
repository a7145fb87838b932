import type { Input } from '@cartage/contract/endpoint'
import type { listResourceRecords } from '@cartage/contract/resources/app/record'
import { nameKey, plateKey } from '../names.rules.ts'

/** Days before its end in which a validity counts as ending soon. */
const soonDays = 30

/** Filters of the list from the query. */
export type RecordFilters = Omit<Input<typeof listResourceRecords>['query'], 'offset' | 'limit' | 'sort'>
export type RecordSort = Input<typeof listResourceRecords>['query']['sort']

/** Sorts after any text with the prefix, in byte order. */
const highest = '\u{10ffff}'

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
    nameEnd: name + highest,
    plate,
    plateEnd: plate === null ? null : plate + highest,
    text,
    textEnd: text + highest,
    container,
    containerEnd: container + highest,
  }
}

/** Latest end of a validity that counts as ending soon. */
export function soonFrom(now: Date): string {
  return new Date(now.getTime() + soonDays * 86_400_000).toISOString()
}
