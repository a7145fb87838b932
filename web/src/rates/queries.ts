import type { Request } from '@cartage/contract/endpoint'
import { tryRates } from '@cartage/contract/rates/app/bench'
import type { Facts } from '@cartage/contract/rates/app/facts'
import type { RateRecordKind } from '@cartage/contract/rates/app/records'
import * as contract from '@cartage/contract/rates/app/records'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

const recordsKey = ['rates', 'records'] as const

/** All records of a kind. */
export function recordsQuery(kind: RateRecordKind) {
  return queryOptions({
    queryKey: [...recordsKey, 'list', kind],
    queryFn: () => call(contract.listRateRecords, { query: { kind } }),
  })
}

/** One record with its draft. */
export function recordQuery(rate_record_id: string) {
  return queryOptions({
    queryKey: [...recordsKey, 'one', rate_record_id],
    queryFn: () => call(contract.getRateRecord, { params: { rate_record_id } }),
  })
}

/** Record as loaded for its page. */
export type RatePage = NonNullable<Awaited<ReturnType<typeof loadPage>>>
const loadPage = (rate_record_id: string) => call(contract.getRateRecord, { params: { rate_record_id } })

/** Change history of a record. */
export function historyQuery(rate_record_id: string) {
  return queryOptions({
    queryKey: [...recordsKey, 'history', rate_record_id] as string[],
    queryFn: () => call(contract.listRateRecordHistory, { params: { rate_record_id } }),
  })
}

/** Content of a published version, which never changes. */
export function versionQuery(rate_record_id: string, rate_version_id: string) {
  return queryOptions({
    queryKey: [...recordsKey, 'version', rate_version_id],
    queryFn: () => call(contract.getRateVersion, { params: { rate_record_id, rate_version_id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

type NewRecord = NonNullable<Request<typeof contract.createRateRecord>['body']>
type NewDraft = NonNullable<Request<typeof contract.saveRateDraft>['body']>

/** Creates a record. */
export function useNewRecord() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewRecord) => call(contract.createRateRecord, { body }),
    onSettled: () => refresh(queryClient, 'rate_record'),
  })
}

/** Actions on one record. Each returns the updated record. */
export function useRecordActions(rate_record_id: string) {
  const queryClient = useQueryClient()
  const params = { rate_record_id }
  const onSuccess = (page: RatePage) => {
    queryClient.setQueryData(recordQuery(rate_record_id).queryKey, page)
    void queryClient.invalidateQueries({ queryKey: [...recordsKey, 'list'] })
    void queryClient.invalidateQueries({ queryKey: [...recordsKey, 'history', rate_record_id] })
  }
  const save = useMutation({
    mutationFn: (body: NewDraft) => call(contract.saveRateDraft, { params, body }),
    onSuccess,
  })
  const discard = useMutation({ mutationFn: () => call(contract.discardRateDraft, { params }), onSuccess })
  const publish = useMutation({ mutationFn: () => call(contract.publishRateDraft, { params }), onSuccess })
  const retire = useMutation({
    mutationFn: (rate_version_id: string) =>
      call(contract.retireRateVersion, { params: { rate_record_id, rate_version_id } }),
    onSuccess,
  })
  return { save, discard, publish, retire }
}

/** Price of facts, by the draft of a card as of a moment, or by the published cards. */
export function trialQuery(trial: {
  side: 'SALES' | 'COST'
  facts: Facts
  draft?: { rate_record_id: string; updated_at: string } | undefined
  /** Content of the draft, because two edits may fall in the same second. */
  doc: unknown
}) {
  const { side, facts, draft, doc } = trial
  return queryOptions({
    queryKey: ['rates', 'try', side, facts, draft, doc],
    queryFn: () => call(tryRates, { body: { side, facts, ...(draft && { rate_record_id: draft.rate_record_id }) } }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}
