import { PaymentTermCode } from '@cartage/contract/companies/company-output'
import type { CompanyBillingEntity } from '@cartage/contract/companies/company-sides'
import type { ErrorItem } from '@cartage/contract/errors'
import { msg } from '@cartage/contract/message'
import { errorItem } from '../http/problem.ts'

/** Code of a company in the books of one billing entity. */
export interface BillingCode {
  billing_entity_id: string
  accounting_code: string | null
}

/** A legal entity of the tenant that invoices. */
export interface BillingEntity {
  billing_entity_id: string
  code: string
  is_archived: boolean
}

/**
 * Codes of one side: absent keeps them, null and an empty list clear them, a list replaces all.
 * @param side `sales` or `purchase`, for the path of an error
 */
export function decideCodes(
  base: BillingCode[],
  sent: readonly CompanyBillingEntity[] | null | undefined,
  entities: readonly BillingEntity[],
  side: string,
): { codes: BillingCode[]; faults: ErrorItem[] } {
  if (sent === undefined) return { codes: base, faults: [] }
  const codes: BillingCode[] = []
  const faults: ErrorItem[] = []
  sent?.forEach((named, index) => {
    const path = `${side}.billing_entities.${index}`
    const entity = matchEntity(named, entities, base)
    if (!entity) faults.push(unknownEntity(named, entities, path))
    else if (codes.some((code) => code.billing_entity_id === entity.billing_entity_id)) {
      faults.push(
        errorItem(path, 'is a billing entity that already has an entry: send each once', 'billing_entity_repeated'),
      )
    } else {
      codes.push({
        billing_entity_id: entity.billing_entity_id,
        accounting_code: named.accounting_code?.trim() || null,
      })
    }
  })
  return { codes, faults }
}

/** By id, then by code. An archived billing entity cannot be added, but an existing reference to it may stay. */
function matchEntity(
  { id, code }: CompanyBillingEntity,
  entities: readonly BillingEntity[],
  base: readonly BillingCode[],
): BillingEntity | undefined {
  const usable = entities
    .filter((entity) => !entity.is_archived || base.some((kept) => kept.billing_entity_id === entity.billing_entity_id))
    .sort((one, other) => Number(one.is_archived) - Number(other.is_archived))
  if (id) return usable.find((entity) => entity.billing_entity_id === id.toLowerCase())
  return code ? usable.find((entity) => entity.code === code) : undefined
}

function unknownEntity(
  { id, code }: CompanyBillingEntity,
  entities: readonly BillingEntity[],
  path: string,
): ErrorItem {
  if (!id && !code) return errorItem(`${path}.code`, 'is required: send the billing entity', 'required')
  const known = entities.filter((entity) => !entity.is_archived).map((entity) => entity.code)
  const message = msg`There is no billing entity ${id || code}. Available: ${known.slice(0, 20).join(', ') || 'none'}.`
  return errorItem(`${path}.${id ? 'id' : 'code'}`, message, 'billing_entity_unknown')
}

const knownTerms = PaymentTermCode.meta()?.['x-open-set'] as readonly string[]

/**
 * COMP-8: CUSTOM_DUE_DATE may be read but not set.
 * @param before the current term, which may be sent back
 */
export function termFault(
  path: string,
  sent: { code: string } | null | undefined,
  before: { code: string } | null | undefined,
): ErrorItem | undefined {
  if (!sent || sent.code === before?.code) return undefined
  if (sent.code === 'CUSTOM_DUE_DATE') {
    const message = 'CUSTOM_DUE_DATE is read-only. Send another payment term.'
    return errorItem(`${path}.code`, message, 'payment_term_not_settable')
  }
  if (knownTerms.includes(sent.code)) return undefined
  const message = msg`${sent.code} is not a payment term. Examples are NET_30, END_OF_MONTH_0_NET_30 and PREPAID.`
  return errorItem(`${path}.code`, message, 'payment_term_unknown')
}
