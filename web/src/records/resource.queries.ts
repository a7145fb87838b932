import { listGroupSettings } from '@cartage/contract/resources/app/groups'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Resource groups in use. */
export const groupsQuery = queryOptions({
  queryKey: ['resources', 'groups'],
  queryFn: () => call(listGroupSettings, {}),
  staleTime: 60_000,
  select: ({ items }) => items.filter((group) => !group.is_archived),
})

/** Changes resources and refreshes their queries. */
export function useResourceChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => refresh(queryClient, 'resource'),
  })
}
