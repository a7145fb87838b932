import type { OrderCredit } from '@cartage/contract/accounting/app/receivables'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../books/amount.tsx'
import { useRoleLabel } from '../../session/role.labels.ts'
import { TriangleAlert } from '../../ui/icons.tsx'
import { orderCreditQuery } from './queries.ts'

/** CREDIT-3: warns that an order takes its payer over the credit limit, or is on hold for it, and names who may act. */
export function OrderCreditPanel({ orderId }: { orderId: string }) {
  const credit = useQuery(orderCreditQuery(orderId)).data?.credit
  return credit == null ? null : <Banner credit={credit} />
}

function Banner({ credit: { comes_to, payer, figure, roles } }: { credit: OrderCredit }) {
  const { i18n } = useLingui()
  const roleLabel = useRoleLabel()
  const who = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(roles.map(roleLabel))
  const name = (
    <Link
      to="/companies/$companyId"
      params={{ companyId: payer.company_id }}
      className="font-medium underline-offset-2 hover:underline"
    >
      {payer.name}
    </Link>
  )
  const used = <Amount amount={figure.used} currency={figure.currency} />
  const limit = figure.limit === null ? null : <Amount amount={figure.limit} currency={figure.currency} />
  return (
    <div role="status" className="flex items-start gap-2 border-b border-line bg-amber-soft px-4 py-2">
      <TriangleAlert size={14} className="mt-0.5 shrink-0 text-amber" aria-hidden="true" />
      <p>
        {limit === null ? (
          <Trans>{name} has no credit limit any more.</Trans>
        ) : comes_to === 'HOLD' ? (
          <Trans>
            Without this order {name} uses {used} of the credit limit of {limit}.
          </Trans>
        ) : (
          <Trans>
            With this order {name} uses {used} of the credit limit of {limit}.
          </Trans>
        )}{' '}
        {comes_to === 'HOLD' ? (
          <Trans>Who may release it: {who}.</Trans>
        ) : (
          <Trans>Who decides about credit: {who}.</Trans>
        )}
      </p>
    </div>
  )
}
