import { listGroupSettings } from '@cartage/contract/resources/app/groups'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Groups of resources that are in use. */
export const groupsQuery = queryOptions({
  queryKey: ['resources', 'groups'],
  queryFn: () => call(listGroupSettings, {}),
  staleTime: 60_000,
  select: ({ items }) => items.filter((group) => !group.is_archived),
})

/** Does something to resources; everything shown of them is loaded again. */
export function useResourceChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => refresh(queryClient, 'resource'),
  })
}
