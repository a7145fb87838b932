import { createPayment } from '@cartage/contract/accounting/app/payments'
import { readBankStatement, type StatementLine } from '@cartage/contract/accounting/app/statements'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/failure.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** Parses a bank statement and matches its lines to invoices; nothing is recorded. */
export function readStatement(text: string) {
  return call(readBankStatement, { body: { text } })
}

/**
 * Records the payments of lines one after the other.
 * @returns reasons of the failed ones
 */
export function useRecordPayments() {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(lines: readonly StatementLine[]) {
      const failures = new Map<StatementLine, string>()
      for (const line of lines) {
        for (const { invoice_id, pays } of line.invoices) {
          const body = { amount: pays, paid_on: line.booked_on }
          try {
            await call(createPayment, { params: { invoice_id }, body })
          } catch (error) {
            failures.set(line, failureOf(error).message)
          }
        }
      }
      return failures
    },
    onSettled: () => refresh(queryClient, 'invoice'),
  })
}
