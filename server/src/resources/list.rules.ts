import { msg } from '@cartage/contract/message'
import { resourceTypes } from '@cartage/contract/resources/kinds'
import { errorItem, Problem } from '../http/problem.ts'
import { bareType } from './kind.rules.ts'

/** Filter of a list of resources (RES-12); undefined members filter nothing. */
export interface ResourceFilter {
  updated_after?: string
  external_ids?: string[]
  types?: string[]
}

/** The same filter as query parameters. */
export type SentFilter = Readonly<Record<string, string>>

/**
 * Reads the filter of the list. All given members must match.
 * @throws Problem validation_failed for an unknown type
 */
export function readFilter(sent: SentFilter): ResourceFilter {
  const types = both(sent, 'resource_type')
  const externalIds = both(sent, 'external_id')
  const { updated_after } = sent
  return {
    ...(updated_after !== undefined && { updated_after }),
    ...(externalIds && { external_ids: externalIds }),
    ...(types && { types }),
  }
}

/** Values of a parameter and of its `:in` form. */
function both(sent: SentFilter, name: 'external_id' | 'resource_type'): string[] | undefined {
  const one = sent[name]
  const several = sent[`${name}:in`]
  const read = name === 'resource_type' ? (value: string) => knownType(value, name) : (value: string) => value
  if (several === undefined) return one === undefined ? undefined : [read(one)]
  const listed = new Set(
    several
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '')
      .map(name === 'resource_type' ? (value) => knownType(value, `${name}:in`) : (value) => value),
  )
  return one === undefined ? [...listed] : [read(one)].filter((value) => listed.has(value))
}

function knownType(value: string, parameter: string): string {
  const type = bareType(value)
  if ((resourceTypes as readonly string[]).includes(type)) return type
  const message = msg`must be one of ${resourceTypes.join(', ')}`
  throw new Problem('validation_failed', { errors: [errorItem(parameter, message, 'resource_type')] })
}
