import * as contract from '@cartage/contract/tenants/app/configuration'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Single settings of the tenant, and its limits. */
export const configurationQuery = queryOptions({
  queryKey: ['settings', 'tenant'],
  queryFn: () => call(contract.getTenantSettings, {}),
})

export type SingleSettings = contract.TenantConfiguration['settings']

/** Saves all single settings at once. */
export function useSaveSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: SingleSettings) => call(contract.putTenantSettings, { body }),
    onSuccess: (answer) => queryClient.setQueryData(configurationQuery.queryKey, answer),
  })
}

/** The configuration as a file. */
export function loadConfigurationFile() {
  return call(contract.exportConfiguration, {})
}

/** Compares a file with the configuration. */
export function useCompare() {
  return useMutation({
    mutationFn: (body: Record<string, unknown>) => call(contract.compareConfiguration, { body }),
  })
}
