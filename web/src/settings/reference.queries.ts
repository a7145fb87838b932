import type { SettingKindName } from '@cartage/contract/tenants/app/kinds'
import * as contract from '@cartage/contract/tenants/app/settings'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Entries of one kind, including archived ones. */
export function entriesQuery(kind: SettingKindName) {
  return queryOptions({
    queryKey: ['settings', 'entries', kind],
    queryFn: () => call(contract.listSettings, { params: { kind }, query: { archived: 'true' } }),
  })
}

/** Actions on the entries of a kind. */
export function useEntryActions(kind: SettingKindName) {
  const queryClient = useQueryClient()
  const onSettled = () => refresh(queryClient, 'setting')
  const save = useMutation({
    mutationFn: ({ id, values }: { id: string | undefined; values: Record<string, unknown> }) =>
      id === undefined
        ? call(contract.createSetting, { params: { kind }, body: values })
        : call(contract.changeSetting, { params: { kind, setting_id: id }, body: values }),
    onSettled,
  })
  const archive = useMutation({
    mutationFn: (id: string) => call(contract.archiveSetting, { params: { kind, setting_id: id } }),
    onSettled,
  })
  const restore = useMutation({
    mutationFn: (id: string) => call(contract.restoreSetting, { params: { kind, setting_id: id } }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(contract.deleteSetting, { params: { kind, setting_id: id } }),
    onSettled,
  })
  return { save, archive, restore, remove }
}
