import * as contract from '@cartage/contract/retention/app'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

const key = ['retention'] as const

/** What a purge would remove now. */
export const previewQuery = queryOptions({
  queryKey: [...key, 'preview'],
  queryFn: () => call(contract.previewPurge, {}),
})

/** The last purges and erasures, polled while one is running. */
export const runsQuery = queryOptions({
  queryKey: [...key, 'runs'],
  queryFn: () => call(contract.listRetentionRuns, {}),
  refetchInterval: ({ state: { data } }) => (data?.items.some((run) => run.finished_at === null) ? 2_000 : false),
})

/** People who left and whose names are still stored. */
export const peopleQuery = queryOptions({
  queryKey: [...key, 'people'],
  queryFn: () => call(contract.listRetentionPeople, {}),
})

/** Actions of retention. Each refreshes all its queries. */
export function useRetentionActions() {
  const queryClient = useQueryClient()
  const onSettled = () => refresh(queryClient, 'retention_run')
  const purge = useMutation({ mutationFn: () => call(contract.runPurge, {}), onSettled })
  const erase = useMutation({
    mutationFn: ({ person_type, person_id }: Pick<contract.RetentionPerson, 'person_type' | 'person_id'>) =>
      call(contract.erasePerson, { body: { person_type, person_id } }),
    onSettled,
  })
  return { purge, erase }
}
