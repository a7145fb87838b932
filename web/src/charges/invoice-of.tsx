import type { Charge } from '@cartage/contract/charges/app/charge'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { usePermission } from '../session/permission.ts'

/** Draft or invoice of a charge, linked for users who may read invoices. */
export function InvoiceOf({ charge: { invoice } }: { charge: Pick<Charge, 'invoice'> }) {
  const mayRead = usePermission('invoice.read')
  if (invoice === null) return null
  const name = invoice.name ?? <Trans>On draft</Trans>
  if (!mayRead) return <span className="tnum block whitespace-nowrap text-[12px] text-ink-2">{name}</span>
  return (
    <Link
      to="/invoices/$invoiceId"
      params={{ invoiceId: invoice.id }}
      className="tnum block whitespace-nowrap text-[12px] underline"
      onClick={(event) => event.stopPropagation()}
    >
      {name}
    </Link>
  )
}
