import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Path of an invoice or credit note. */
export const invoicePath = (invoiceId: string) => `/invoices/${invoiceId}`

/** Invoice or credit note number, linked to its page. */
export function InvoiceLink({ invoiceId, name }: { invoiceId: string; name: string }) {
  const { t } = useLingui()
  return (
    <Link
      to={invoicePath(invoiceId) as '/'}
      className="tnum font-medium text-brand-ink underline-offset-2 hover:underline"
    >
      {name || t`Without number`}
    </Link>
  )
}

/** Link to the open invoices of a customer. */
export function OpenInvoicesLink({
  companyId,
  className,
  children,
}: {
  companyId: string
  className: string
  children: ReactNode
}) {
  const search: object = { company: companyId, kind: 'SALES_INVOICE', payment: 'UNPAID' }
  return (
    <Link to={'/invoices' as '/'} search={search as Record<string, never>} className={className}>
      {children}
    </Link>
  )
}
