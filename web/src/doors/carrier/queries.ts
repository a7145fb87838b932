import { CallError } from '@cartage/contract/client'
import type { NewTripAnswer } from '@cartage/contract/dispatch/app/answers'
import {
  answerCarrierTrip,
  type CarrierDocumentType,
  type CarrierReport,
  type CarrierTrip,
  getCarrierTrip,
  offerCarrierPrice,
  reportCarrierStop,
  uploadCarrierDocument,
} from '@cartage/contract/doors/app/carrier'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useMutation } from '../../api/use-mutation.ts'
import { callDoor } from '../door.queries.ts'

const everyMinute = 60_000

/** The trip of the link. */
export const carrierTripQuery = queryOptions({
  queryKey: ['carrier-trip'],
  queryFn: () => callDoor(getCarrierTrip, {}),
  refetchInterval: everyMinute,
})

/** Carrier's actions. */
export type CarrierAction =
  | { kind: 'answer'; answer: NewTripAnswer }
  | { kind: 'offer'; offer: { amount: string; text: string | null } }
  | { kind: 'report'; stopId: string; report: CarrierReport; happenedAt: string }
  | { kind: 'upload'; stopId: string; documentType: CarrierDocumentType; file: File }

async function send(action: CarrierAction): Promise<CarrierTrip> {
  if (action.kind === 'answer') return await callDoor(answerCarrierTrip, { body: action.answer })
  if (action.kind === 'offer') return await callDoor(offerCarrierPrice, { body: action.offer })
  const params = { stop_id: action.stopId }
  if (action.kind === 'report') {
    const body = { report: action.report, happened_at: action.happenedAt }
    return await callDoor(reportCarrierStop, { params, body })
  }
  const form = new FormData()
  form.append('file', action.file, action.file.name)
  // The contract describes form parts as members; FormData is sent directly.
  const body = Object.assign(form, { file: action.file })
  return await callDoor(uploadCarrierDocument, { params, query: { document_type: action.documentType }, body })
}

/** Sends a carrier action, only once even if pressed repeatedly; the page shows the response. */
export function useCarrierAction() {
  const queryClient = useQueryClient()
  const isSending = useRef(false)
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (trip) => queryClient.setQueryData(carrierTripQuery.queryKey, trip),
    onError: () => queryClient.invalidateQueries({ queryKey: carrierTripQuery.queryKey }),
    onSettled() {
      isSending.current = false
    },
  })
  const act = (action: CarrierAction, onDone?: () => void) => {
    if (isSending.current) return
    isSending.current = true
    mutation.mutate(action, { ...(onDone && { onSuccess: onDone }) })
  }
  return { act, isBusy: mutation.isPending, error: mutation.error }
}

/** Why an action failed, as far as the carrier can act on it. */
export type ActionFailure = 'TOO_LARGE' | 'WRONG_FILE' | 'NOT_POSSIBLE' | 'NOT_SENT'

/** Classifies an action's error for the carrier. */
export function failureOfAction(error: Error): ActionFailure {
  const status = error instanceof CallError ? error.status : 0
  if (status === 413) return 'TOO_LARGE'
  if (status === 415 || status === 422) return 'WRONG_FILE'
  return status === 409 || status === 404 ? 'NOT_POSSIBLE' : 'NOT_SENT'
}
