import { type TypedPurchase, typePurchase } from '@cartage/contract/purchases/app/typed'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/**
 * Places a document typed by a user.
 * @param onPlaced leaves the page, before its queries are refreshed and the item disappears
 */
export function useTyping(inbox_item_id: string, onPlaced: (invoiceId: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (typed: TypedPurchase) => call(typePurchase, { params: { inbox_item_id }, body: typed }),
    onSuccess: async ({ invoice_id }) => {
      onPlaced(invoice_id)
      await refresh(queryClient, 'inbox_item', 'invoice')
    },
  })
}
