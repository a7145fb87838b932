import type { CreditFigure } from '@cartage/contract/accounting/app/receivables'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../books/amount.tsx'
import { usePermission } from '../../session/permission.ts'
import { classNames } from '../../ui/class-names.ts'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { OpenInvoicesLink } from '../invoice-link.tsx'
import { creditQuery } from './queries.ts'

/** Use of a company's credit limit: open invoices, unbilled work and accepted orders. */
export function CreditSection({ companyId }: { companyId: string }) {
  const mayRead = usePermission('task.read')
  return mayRead ? <Credit companyId={companyId} /> : null
}

function Credit({ companyId }: { companyId: string }) {
  const { t } = useLingui()
  const credit = useQuery(creditQuery(companyId)).data
  if (credit === undefined) return null
  const { currency, open, unbilled, ordered, used, limit, is_exceeded } = credit
  return (
    <Section title={t`Credit`}>
      <Properties>
        <Property name={t`Open invoices`}>
          <OpenInvoicesLink companyId={companyId} className="hover:underline">
            <Amount amount={open} currency={currency} />
          </OpenInvoicesLink>
        </Property>
        <Property name={t`Work not billed`}>
          <Link to="/orders-to-invoice" search={{ company: companyId }} className="hover:underline">
            <Amount amount={unbilled} currency={currency} />
          </Link>
        </Property>
        <Property name={t`Accepted orders`}>
          <Amount amount={ordered} currency={currency} />
        </Property>
        <Property name={t`Used`}>
          <span className={is_exceeded ? 'font-medium text-red' : 'font-medium'}>
            <Amount amount={used} currency={currency} />
          </span>
        </Property>
        <Property name={t`Credit limit`}>
          {limit === null ? t`No limit` : <Amount amount={limit} currency={currency} />}
        </Property>
      </Properties>
      {limit !== null && <Meter credit={credit} limit={limit} />}
    </Section>
  )
}

/** Used share of the limit, as a bar: approximate is enough. */
function Meter({ credit: { used, is_exceeded }, limit }: { credit: CreditFigure; limit: string }) {
  const { t } = useLingui()
  const share = Number(limit) > 0 ? Math.min(100, Math.round((100 * Number(used)) / Number(limit))) : 100
  return (
    <meter
      aria-label={t`Used credit`}
      min={0}
      max={100}
      value={share}
      high={80}
      className={classNames('mt-2 h-2 w-full', is_exceeded && 'accent-red')}
    />
  )
}
