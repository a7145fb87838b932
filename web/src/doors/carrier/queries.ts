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

/** What a carrier does on its page. */
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
  // The contract names the parts of the form as members; a form is sent as it is.
  const body = Object.assign(form, { file: action.file })
  return await callDoor(uploadCarrierDocument, { params, query: { document_type: action.documentType }, body })
}

/** Sends what the carrier does, once however often it is pressed; the page shows what the server answers. */
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

/** Why something could not be sent, as far as the reader can do something about it. */
export type ActionFailure = 'TOO_LARGE' | 'WRONG_FILE' | 'NOT_POSSIBLE' | 'NOT_SENT'

/** What an error of an action is for the reader. */
export function failureOfAction(error: Error): ActionFailure {
  const status = error instanceof CallError ? error.status : 0
  if (status === 413) return 'TOO_LARGE'
  if (status === 415 || status === 422) return 'WRONG_FILE'
  return status === 409 || status === 404 ? 'NOT_POSSIBLE' : 'NOT_SENT'
}
