import * as agreements from '@cartage/contract/purchases/app/agreement'
import * as contract from '@cartage/contract/purchases/app/self-billing'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** Editable values of an agreement. */
export interface AgreementValues {
  billing_entity_id: string
  reference: string
  valid_from: string
  valid_to: string | null
  days_to_object: number
}

/** A window of the agreements. */
export async function loadAgreements(offset: number, limit: number) {
  return await call(agreements.listSelfBillingAgreements, { query: { offset, limit } })
}

/** Creates an agreement with a supplier. */
export const createAgreement = (company_id: string, values: AgreementValues) =>
  call(agreements.createSelfBillingAgreement, { body: { company_id, ...values } })

/** Changes an agreement at a known version. */
export const changeAgreement = (
  {
    self_billing_agreement_id,
    version,
  }: Pick<agreements.SelfBillingAgreement, 'self_billing_agreement_id' | 'version'>,
  values: AgreementValues,
) =>
  call(agreements.changeSelfBillingAgreement, { params: { self_billing_agreement_id }, body: { ...values, version } })

/** Selects the costs to draft. */
export interface DraftValues {
  company_id?: string
  from: string
  to: string
  date: string
}

/** Drafts documents of suppliers for a period. */
export const draftSelfBilled = (body: DraftValues) => call(contract.createSelfBilledDrafts, { body })

/** Steps of consent and finalisation. */
export type ConsentStep =
  | { kind: 'agree' }
  | { kind: 'object'; reason: string }
  | { kind: 'withdraw'; reason: string }
  | { kind: 'finalise' }

/** Takes one step with a document. */
export function takeStep(invoice_id: string, step: ConsentStep) {
  const params = { invoice_id }
  if (step.kind === 'agree') return call(contract.agreeSelfBilled, { params, body: {} })
  if (step.kind === 'finalise') return call(contract.finaliseSelfBilled, { params, body: {} })
  const body = { reason: step.reason }
  return step.kind === 'object'
    ? call(contract.objectSelfBilled, { params, body })
    : call(contract.withdrawSelfBilled, { params, body })
}

/** Runs a change of self-billing and refreshes the affected queries. */
export function useSelfBillingChange<Result>() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<Result>) => change(),
    onSettled: () => refresh(queryClient, 'invoice'),
  })
}
