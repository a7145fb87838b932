import type { ErrorItem } from '@cartage/contract/errors'
import { msg, type Sentence } from '@cartage/contract/message'
import { errorItem, Problem, type ProblemCode } from '../http/problem.ts'
import type { KindMembers } from './kind.rules.ts'

/** Records of the tenant that a resource refers to. */
export interface Referring extends KindMembers {
  readonly extras?: readonly { readonly code: string }[] | null
  readonly billing_entity?: { readonly code: string } | null
  readonly subcontractor?: { readonly row_id: string } | null
}

/** Codes and ids to look up, without duplicates. */
export interface ReferencedCodes {
  extra_codes: string[]
  billing_codes: string[]
  company_ids: string[]
  location_ids: string[]
}

/** Records found for the references. */
export interface KnownReferences {
  /** Extras by code; a code may be shared (RES-10). */
  readonly extras: ReadonlyMap<string, readonly string[]>
  readonly billing_entities: ReadonlyMap<string, string>
  readonly default_billing_entity_id: string
  readonly companies: ReadonlySet<string>
  /** Locations by the id in the request; a merged one maps to its replacement. */
  readonly locations: ReadonlyMap<string, string>
}

/** References in requests. */
export function referencesOf(resources: readonly Referring[]): ReferencedCodes {
  const unique = (values: (string | undefined)[]) => [
    ...new Set(values.filter((value): value is string => value !== undefined)),
  ]
  return {
    extra_codes: unique(resources.flatMap(({ extras }) => (extras ?? []).map(({ code }) => code))),
    billing_codes: unique(resources.map(({ billing_entity }) => billing_entity?.code)),
    company_ids: unique(resources.map(({ subcontractor }) => subcontractor?.row_id)),
    location_ids: unique(resources.map(locationOf)),
  }
}

function locationOf({ driver }: Referring): string | undefined {
  const location = driver?.start_stop_location as { id: string } | null | undefined
  return location?.id
}

interface Fault {
  code: ProblemCode
  path: string
  message: Sentence
}

/** Errors for references that are unknown or ambiguous. Empty when all are valid. */
export function referenceFaults(resource: Referring, found: KnownReferences): ErrorItem[] {
  return faultsOf(resource, found).map(({ code, path, message }) => errorItem(path, message, code))
}

/** @throws Problem extra_unknown, extra_ambiguous, billing_entity_unknown, company_unknown, location_unknown (400) */
export function checkReferences(resource: Referring, found: KnownReferences): void {
  const [first] = faultsOf(resource, found)
  if (first) throw new Problem(first.code, { message: first.message, errors: referenceFaults(resource, found) })
}

function faultsOf(resource: Referring, found: KnownReferences): Fault[] {
  return [...extraFaults(resource, found), ...otherFaults(resource, found)]
}

function extraFaults({ extras }: Referring, found: KnownReferences): Fault[] {
  return (extras ?? []).flatMap(({ code }, index): Fault[] => {
    const matches = found.extras.get(code)?.length ?? 0
    if (matches === 1) return []
    const path = `extras.${index}.code`
    if (matches === 0) {
      return [{ code: 'extra_unknown', path, message: msg`No extra has the code ${code}. Check it in the settings.` }]
    }
    const message = msg`${matches} extras have the code ${code}. Give each its own code in the settings.`
    return [{ code: 'extra_ambiguous', path, message }]
  })
}

function otherFaults(resource: Referring, found: KnownReferences): Fault[] {
  const faults: Fault[] = []
  const { billing_entity: entity, subcontractor } = resource
  if (entity && !found.billing_entities.has(entity.code)) {
    const message = msg`No billing entity has the code ${entity.code}. Leave it out to use the default.`
    faults.push({ code: 'billing_entity_unknown', path: 'billing_entity.code', message })
  }
  if (subcontractor && !found.companies.has(subcontractor.row_id)) {
    const message = msg`There is no company with the id ${subcontractor.row_id}. Check subcontractor.row_id.`
    faults.push({ code: 'company_unknown', path: 'subcontractor.row_id', message })
  }
  const location = locationOf(resource)
  if (location !== undefined && !found.locations.has(location)) {
    const message = msg`There is no location with the id ${location}. Check start_stop_location, or send null.`
    faults.push({ code: 'location_unknown', path: 'driver.start_stop_location.id', message })
  }
  return faults
}

/** Ids of the referenced extras, in their order and without duplicates. Only after `checkReferences`. */
export function extraIdsOf({ extras }: Referring, found: KnownReferences): string[] | undefined {
  if (!extras) return undefined
  return [...new Set(extras.map(({ code }) => found.extras.get(code)![0]!))]
}
