import {
  getPayrollHours,
  getPayrollSettings,
  type PayrollSettings,
  putPayrollSettings,
} from '@cartage/contract/payroll/app'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Hours of all drivers in a month, as in the payroll file. */
export function hoursQuery(month: string, rows: 'MONTH' | 'DAY') {
  const query = { month, rows }
  return queryOptions({
    queryKey: ['payroll', 'hours', query],
    queryFn: () => call(getPayrollHours, { query }),
    placeholderData: keepPreviousData,
  })
}

/** Rules for hours, and the file format. */
export const payrollSettingsQuery = queryOptions({
  queryKey: ['payroll', 'settings'],
  queryFn: () => call(getPayrollSettings, {}),
})

/** Saves the payroll settings. */
export function useSavePayrollSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PayrollSettings) => call(putPayrollSettings, { body }),
    onSuccess: () => refresh(client, 'payroll_setting'),
  })
}
