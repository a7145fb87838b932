import { getSampleState, loadSampleData } from '@cartage/contract/app/sample'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Whether sample data is offered or loading. Polled while loading. */
export const sampleStateQuery = queryOptions({
  queryKey: ['orders', 'sample'],
  queryFn: () => call(getSampleState, {}),
  refetchInterval: ({ state: { data } }) => (data?.is_loading ? 2_000 : false),
})

/** Fills a tenant that has no orders with sample data. */
export function useSampleData() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(loadSampleData, {}),
    onSuccess: (after) => queryClient.setQueryData(sampleStateQuery.queryKey, after),
  })
}
