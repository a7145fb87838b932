import * as dispatch from '@cartage/contract/dispatch/app'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** Adds a destination; only this response includes the secret of a new channel. */
export function useAddDestination() {
  return useMutation({
    mutationFn: (body: dispatch.NewDispatchDestination) => call(dispatch.addDispatchDestination, { body }),
    onSettled: useRefresh(),
  })
}

/** Changes a destination, archives or restores it. */
export function useDestinationChange() {
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: dispatch.DispatchDestinationChange }) =>
      call(dispatch.changeDispatchDestination, { params: { dispatch_destination_id: id }, body: change }),
    onSettled: useRefresh(),
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => refresh(queryClient, 'dispatch_destination')
}
