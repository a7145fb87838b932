import { type TypedPurchase, typePurchase } from '@cartage/contract/purchases/app/typed'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'

/** Places a document as a person typed it. */
export function useTyping(inbox_item_id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (typed: TypedPurchase) => call(typePurchase, { params: { inbox_item_id }, body: typed }),
    onSuccess: () => refresh(queryClient, 'inbox_item', 'invoice'),
  })
}
