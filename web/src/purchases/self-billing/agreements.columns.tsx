import type { SelfBillingAgreement } from '@cartage/contract/purchases/app/agreement'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { CodeStatus } from '../../records/code-status.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { agreementBadges } from './labels.tsx'

/** Columns of the self-billing agreements. */
export function useAgreementColumns(): readonly Column<SelfBillingAgreement>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'supplier',
        title: t`Supplier`,
        width: 240,
        isFixed: true,
        cell: ({ company_name }) => <span className="font-semibold">{company_name}</span>,
      },
      {
        id: 'state',
        title: t`State`,
        width: 130,
        cell: ({ state }) => <CodeStatus badges={agreementBadges} code={state} />,
      },
      { id: 'reference', title: t`Reference`, width: 160, cell: ({ reference }) => reference || '—' },
      { id: 'from', title: t`First day`, width: 130, cell: ({ valid_from }) => <OrderDay date={valid_from} /> },
      { id: 'to', title: t`Last day`, width: 130, cell: ({ valid_to }) => <OrderDay date={valid_to} /> },
      {
        id: 'days',
        title: t`Time to object`,
        width: 130,
        cell: ({ days_to_object }) =>
          days_to_object === 0 ? t`None` : t`${plural(days_to_object, { one: '# day', other: '# days' })}`,
      },
      { id: 'entity', title: t`Billing entity`, width: 200, cell: ({ billing_entity_name }) => billing_entity_name },
    ],
    [t],
  )
}
