import type { Input } from '@cartage/contract/endpoint'
import type { listResourceRecords } from '@cartage/contract/resources/app/record'
import { nameKey, plateKey } from '../names.rules.ts'

/** Days before the end from which on a validity counts as ending soon. */
const soonDays = 30

/** Filters of the list as the query gives them. */
export type RecordFilters = Omit<Input<typeof listResourceRecords>['query'], 'offset' | 'limit' | 'sort'>
export type RecordSort = Input<typeof listResourceRecords>['query']['sort']

/** Greater in byte order than any text that goes on after the beginning. */
const highest = '\u{10ffff}'

/** The beginning of a text, as the columns hold it that resources are found by. */
export interface SearchKeys {
  name: string
  nameEnd: string
  /** Null when nothing but punctuation was typed: then there is no plate. */
  plate: string | null
  plateEnd: string | null
  text: string
  textEnd: string
  /** Container numbers have capitals and no blanks. */
  container: string
  containerEnd: string
}

/** The ranges of indexes that hold what begins with a text. */
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

/** The instant up to which a validity that ends counts as ending soon. */
export function soonFrom(now: Date): string {
  return new Date(now.getTime() + soonDays * 86_400_000).toISOString()
}
