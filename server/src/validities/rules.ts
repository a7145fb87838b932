import type { Permission } from '@cartage/contract/endpoint'
import type { ErrorItem } from '@cartage/contract/errors'
import { msg } from '@cartage/contract/message'
import type { UnavailabilityReason } from '@cartage/contract/unavailabilities/endpoints'
import { unavailabilityReasons } from '@cartage/contract/unavailabilities/endpoints'
import type {
  CompanyValidityOutput,
  ResourceValidityOutput,
  ValidityInput,
} from '@cartage/contract/validities/validity'
import type { Members } from '../audit/rules.ts'
import type { Subject } from '../documents/views.ts'
import { errorItem, Problem, sentenceOf } from '../http/problem.ts'
import type { Unavailability } from '../unavailabilities/rules.ts'

/** Owner of a validity. */
export type Owner = { readonly resource_id: string } | { readonly company_id: string }

/** Content of a validity. Instants as `YYYY-MM-DDTHH:mm:ssZ`. */
export interface Content {
  readonly validity_type: string
  readonly start_at: string
  /** Planning end (VAL-1). */
  readonly end_at: string | null
  readonly legal_end_at: string | null
  readonly generate_unavailability: boolean
  readonly external_id: string | null
  readonly description: string | null
}

/** A stored validity. */
export interface Validity extends Content {
  readonly validity_id: string
  readonly resource_id: string | null
  readonly company_id: string | null
  /** Whether its unavailability was created (VAL-2). */
  readonly is_generated: boolean
}

/**
 * Content stored by a POST or PUT: the whole record, without values of an earlier one.
 * @throws Problem validation_failed (422) when it ends before it begins
 */
export function decideContent(input: Omit<ValidityInput, 'documents'>, path = ''): Content {
  const faults = (['end_time', 'legal_end_time'] as const)
    .filter((name) => (input[name] ?? input.start_time) < input.start_time)
    .map((name) => errorItem(`${path}${name}`, 'is before start_time: send a later instant', 'end_before_start'))
  if (faults.length > 0) throw endsEarly(faults)
  return {
    validity_type: input.type,
    start_at: input.start_time,
    end_at: input.end_time ?? null,
    legal_end_at: input.legal_end_time ?? null,
    generate_unavailability: input.generate_unavailability ?? false,
    external_id: input.external_id ?? null,
    description: input.description ?? null,
  }
}

function endsEarly(errors: ErrorItem[]): Problem {
  return new Problem('validation_failed', { message: msg`${errors[0]!.path}: ${sentenceOf(errors[0]!)}`, errors })
}

/** A validity as in the interface. */
export function validityOutput(row: Validity): ResourceValidityOutput & CompanyValidityOutput {
  return {
    id: row.validity_id,
    start_time: row.start_at,
    end_time: row.end_at,
    legal_end_time: row.legal_end_at,
    generate_unavailability: row.generate_unavailability,
    type: row.validity_type as (ResourceValidityOutput & CompanyValidityOutput)['type'],
    external_id: row.external_id,
    description: row.description,
  }
}

/** A validity as in the audit trail: as in the interface, with its owner and documents. */
export function validityMembers(row: Validity, documentIds: readonly string[]): Members {
  const { id: _, ...members } = validityOutput(row)
  const owner = row.resource_id === null ? { company_id: row.company_id } : { resource_id: row.resource_id }
  return { ...owner, ...members, document_ids: documentIds }
}

/**
 * Unavailability of a resource whose validity expired: from the planning end, without an end.
 * @param resourceType kind of the resource; it decides the reason when the type of the validity is not one
 */
export function decideUnavailability(
  validity: Pick<Content, 'validity_type' | 'end_at' | 'description'>,
  resource: { resource_id: string; resource_type: string },
): Omit<Unavailability, 'unavailability_id'> {
  const about = `${validity.validity_type} ended`
  return {
    resource_id: resource.resource_id,
    start_at: validity.end_at!,
    end_at: null,
    reason: reasonOf(validity.validity_type, resource.resource_type),
    description: validity.description ? `${about}: ${validity.description}` : about,
    external_id: null,
    source: null,
  }
}

function reasonOf(validityType: string, resourceType: string): UnavailabilityReason {
  const same = unavailabilityReasons.find((reason) => reason === validityType)
  if (same) return same
  if (resourceType === 'DRIVER') return 'DRIVER_OTHER'
  return resourceType === 'SUBCONTRACTOR' ? 'SUBCONTRACTOR_OTHER' : 'VEHICLE_OTHER'
}

/** The derived unavailability after its validity was changed. An end set by a person stays if it still fits. */
export function followChange(
  created: Unavailability,
  intended: Omit<Unavailability, 'unavailability_id'>,
): Unavailability {
  const { start_at, reason, description } = intended
  return {
    ...created,
    start_at,
    reason,
    description,
    end_at: created.end_at !== null && created.end_at >= start_at ? created.end_at : null,
  }
}

/** Action on derived unavailabilities when their validity is changed. */
export type Following = 'leave' | 'change' | 'remove' | 'make_again'

/**
 * Decides the action on derived unavailabilities.
 * @param isEnded whether the planning end of the new content has passed, by the database clock
 * @param left number of unavailabilities that people have not removed
 */
export function decideFollowing(before: Validity, after: Content, isEnded: boolean, left: number): Following {
  if (!before.is_generated) return 'leave'
  if (!after.generate_unavailability || !isEnded) return 'remove'
  const isSame = (['end_at', 'validity_type', 'description'] as const).every((name) => before[name] === after[name])
  if (isSame) return 'leave'
  if (left > 0) return 'change'
  // A removed unavailability returns only with another end.
  return before.end_at === after.end_at ? 'leave' : 'make_again'
}

/**
 * Refuses a document attached to a validity: it is the proof.
 * @throws Problem state_conflict
 */
export function checkRemovable(isProof: boolean): void {
  if (!isProof) return
  const message = 'This file is the proof of a certificate. Remove the certificate first, or keep both.'
  throw new Problem('state_conflict', { message })
}

/**
 * Owner of a document to remove.
 * @throws Problem state_conflict when it belongs to an order, a stop or a trip; role_missing
 */
export function ownerOfDocument(
  { subject_type: type, subject_id: id }: Subject,
  permissions: readonly Permission[],
): Owner {
  if (type !== 'COMPANY' && type !== 'RESOURCE') {
    throw new Problem('state_conflict', { message: 'Only documents of companies and resources can be removed.' })
  }
  const isCompany = type === 'COMPANY'
  if (!permissions.includes(isCompany ? 'company.write' : 'resource.write')) throw new Problem('role_missing')
  return isCompany ? { company_id: id } : { resource_id: id }
}
