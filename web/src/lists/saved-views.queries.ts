import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from '@cartage/contract/app/saved-views'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Views of one list: the user's own and shared ones. */
export function savedViewsQuery(screen: string) {
  return queryOptions({
    queryKey: ['saved-views', screen],
    queryFn: () => call(listSavedViews, { query: { screen } }),
    staleTime: 60_000,
  })
}

/** Commands on a view. */
export type ViewAction =
  | { kind: 'save'; name: string; search: string; is_shared: boolean }
  | { kind: 'share'; id: string; is_shared: boolean }
  | { kind: 'remove'; id: string }

/** Saves, shares and removes views of a list. */
export function useViewAction(screen: string) {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(action: ViewAction): Promise<void> {
      if (action.kind === 'save') {
        const { name, search, is_shared } = action
        await call(createSavedView, { body: { screen, name, search, is_shared } })
      }
      if (action.kind === 'share') {
        await call(changeSavedView, { params: { saved_view_id: action.id }, body: { is_shared: action.is_shared } })
      }
      if (action.kind === 'remove') await call(deleteSavedView, { params: { saved_view_id: action.id } })
    },
    onSuccess: () => refresh(queryClient, 'saved_view'),
  })
}
