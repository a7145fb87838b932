import * as lists from '@cartage/contract/messages/app/list'
import * as contract from '@cartage/contract/messages/app/record'
import * as suggestions from '@cartage/contract/messages/app/suggestions'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call, callDry } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import { logMs } from '../ui/table/pages.ts'
import type { MessagesSearch } from './address.ts'

/** API filters of the list. */
export function messageFilters({ q, direction, result, kind }: MessagesSearch) {
  const filters = { search: q, direction, result, kind }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))
}

/** One page of the messages. */
export function loadMessages(search: MessagesSearch) {
  return (cursor: string | undefined) =>
    call(contract.listMessages, { query: { ...messageFilters(search), ...(cursor !== undefined && { cursor }) } })
}

/** Message counts of each direction, result and kind under the other filters. */
export function messageCountsQuery(search: MessagesSearch) {
  const query = messageFilters(search)
  return queryOptions({
    queryKey: ['messages', 'counts', query],
    queryFn: () => call(lists.countMessages, { query }),
    refetchInterval: logMs,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** API filters of the inbox. */
export function inboxFilters({ q, status, item_kind: kind }: MessagesSearch) {
  const filters = { search: q, status, kind }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))
}

/** One page of the inbox. */
export function loadInbox(search: MessagesSearch) {
  return (cursor: string | undefined) =>
    call(contract.listInboxItems, { query: { ...inboxFilters(search), ...(cursor !== undefined && { cursor }) } })
}

/** Item counts of each state and webhook under the other filters. */
export function itemCountsQuery(search: MessagesSearch) {
  const query = inboxFilters(search)
  return queryOptions({
    queryKey: ['messages', 'item-counts', query],
    queryFn: () => call(lists.countInboxItems, { query }),
    refetchInterval: logMs,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** One message with request and response. */
export function messageQuery(id: string) {
  return queryOptions({
    queryKey: ['messages', 'record', id],
    queryFn: () => call(contract.getMessage, { params: { message_id: id } }),
  })
}

/** One inbox item, even if it is resolved and in no list. */
export function itemQuery(id: string) {
  return queryOptions({
    queryKey: ['messages', 'item', id],
    queryFn: () => call(contract.getInboxItem, { params: { inbox_item_id: id } }),
  })
}

/** Number of open inbox items. */
export const inboxCountsQuery = queryOptions({
  queryKey: ['messages', 'inbox-counts'],
  queryFn: () => call(contract.getInboxCounts, {}),
  refetchInterval: 30_000,
})

/** Previews what a message would change now; nothing is stored. */
export function useDryRun(id: string) {
  return useMutation({ mutationFn: () => call(contract.tryMessage, { params: { message_id: id } }) })
}

/** Replays a message. */
export function useReplay(id: string) {
  return useMutation({
    mutationFn: () => call(contract.replayMessage, { params: { message_id: id } }),
    onSettled: useRefresh(),
  })
}

/** Replays the selected messages. */
export function replayMessages(ids: string[]) {
  return call(lists.replayMessages, { body: { ids } })
}

/** Actions on an inbox item. */
export type ItemAction =
  | { kind: 'retry' }
  | { kind: 'dismiss'; reason: string }
  | { kind: 'resolve'; entity_type: RecordKind; entity_id: string }

/** Record kinds that an item can be applied to. */
export type RecordKind = 'order' | 'stop' | 'stop_group' | 'resource' | 'booking' | 'company'

/** Runs an action on an inbox item. */
export function useItemAction(id: string) {
  return useMutation({
    mutationFn: (action: ItemAction) => {
      const params = { inbox_item_id: id }
      if (action.kind === 'retry') return call(contract.retryInboxItem, { params })
      if (action.kind === 'dismiss') return call(contract.dismissInboxItem, { params, body: { reason: action.reason } })
      const { entity_type, entity_id } = action
      return call(contract.resolveInboxItem, { params, body: { entity_type, entity_id } })
    },
    onSettled: useRefresh(),
  })
}

/** Retries the selected items. */
export function retryItems(ids: string[]) {
  return call(lists.changeInboxItems, { body: { action: 'retry', ids } })
}

/** Dismisses the selected items with one reason. */
export function dismissItems(ids: string[], reason: string) {
  return call(lists.changeInboxItems, { body: { action: 'dismiss', reason, ids } })
}

/** Records that an item may be about; with a search text, its matches. */
export function suggestionsQuery(itemId: string, text: string) {
  return queryOptions({
    queryKey: ['messages', 'suggestions', itemId, text],
    queryFn: () =>
      call(suggestions.listInboxSuggestions, {
        params: { inbox_item_id: itemId },
        query: text === '' ? {} : { q: text },
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

/**
 * Preview of applying an item to a record; nothing is stored. Its key is outside those refreshed by commands, so that a
 * resolved item is not tried again.
 */
export function trialQuery(itemId: string, chosen: suggestions.InboxSuggestion | undefined) {
  return queryOptions({
    queryKey: ['inbox-trial', itemId, chosen?.entity_id],
    queryFn: () =>
      callDry(suggestions.tryInboxItem, {
        params: { inbox_item_id: itemId },
        body: { entity_type: chosen!.entity_type, entity_id: chosen!.entity_id },
      }),
    retry: false,
    gcTime: 0,
  })
}

/** Retries all open items. */
export function useRetryAll() {
  return useMutation({ mutationFn: () => call(contract.retryInbox, {}), onSettled: useRefresh() })
}

function useRefresh() {
  const queryClient = useQueryClient()
  // Not awaited: the result is shown before the panel closes.
  return () => {
    void refresh(queryClient, 'inbox_item')
  }
}
