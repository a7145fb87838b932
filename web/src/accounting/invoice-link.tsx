import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

/** Where the page of an invoice or credit note is. */
export const invoicePath = (invoiceId: string) => `/invoices/${invoiceId}`

/** The number of an invoice or credit note, which leads to its page. */
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
