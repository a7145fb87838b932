import type { listReceivables, Receivable } from '@cartage/contract/accounting/app/receivables'
import type { Answer } from '@cartage/contract/endpoint'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { Amount } from '../../books/amount.tsx'
import { CsvButton } from '../../lists/list-tools.tsx'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Upload } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader, Toolbar } from '../../ui/page/page-header.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { isDay } from '../../ui/time/day-input.ts'
import { todayOf } from '../../ui/time/zone.ts'
import type { ReceivablesSearch } from '../address.ts'
import { billingEntitiesQuery } from '../billing-entities.queries.ts'
import { Wallet } from '../icons.tsx'
import { OpenInvoicesLink } from '../invoice-link.tsx'
import { receivableFiltersOf, receivablesQuery } from './queries.ts'

const receivablesRoute = getRouteApi('/shell/receivables')
const everyEntity = 'all'

// Loaded when it is opened.
const StatementDialog = lazy(async () => ({ default: (await import('./statement.dialog.tsx')).StatementDialog }))

/** Receivables by customer and age, with links to the open invoices. */
export function ReceivablesPage() {
  const { t } = useLingui()
  usePageTitle(t`Receivables`)
  const navigate = useNavigate()
  const search = receivablesRoute.useSearch()
  const query = useQuery(receivablesQuery(search))
  const mayPay = usePermission('task.write')
  const [isReading, setIsReading] = useState(false)
  const entities = useQuery(billingEntitiesQuery).data ?? []
  const change = (members: Partial<ReceivablesSearch>) =>
    void navigate({ to: '/receivables', search: { ...search, ...members }, replace: true })
  return (
    <>
      <PageHeader
        title={t`Receivables`}
        actions={
          <>
            {mayPay && (
              <Button icon={Upload} onClick={() => setIsReading(true)}>
                <Trans>Bank statement…</Trans>
              </Button>
            )}
            <CsvButton path="/app/receivables/csv" filters={receivableFiltersOf(search)} />
          </>
        }
      />
      <Toolbar
        side={
          query.data && (
            <span className="tnum text-ink-3">
              <Plural value={query.data.items.length} one="# customer" other="# customers" />
            </span>
          )
        }
      >
        <span className="flex items-center gap-2 text-ink-2">
          <label htmlFor="receivables-on">
            <Trans context="day">On</Trans>
          </label>
          <DayField
            id="receivables-on"
            className="field h-7 w-32"
            value={search.on ?? query.data?.on ?? todayOf(new Date())}
            onChange={(day) => isDay(day) && change({ on: day })}
          />
        </span>
        {entities.length > 1 && (
          <Select
            label={t`Billing entity`}
            className="h-7 w-56"
            choices={[
              { value: everyEntity, label: t`All billing entities` },
              ...entities.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={search.entity ?? everyEntity}
            onChange={(id) => change({ entity: id === everyEntity ? undefined : id })}
          />
        )}
      </Toolbar>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <Loaded query={query}>{(loaded) => <Ages {...loaded} />}</Loaded>
      </div>
      {isReading && (
        <LateDialog>
          <StatementDialog onClose={() => setIsReading(false)} />
        </LateDialog>
      )}
    </>
  )
}

type Row = Omit<Receivable, 'company_id'> & { company_id: string | null }
const ages = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90', 'open'] as const

function Ages({ items, totals }: Answer<typeof listReceivables>) {
  const { t } = useLingui()
  if (items.length === 0) {
    return (
      <EmptyState
        icon={Wallet}
        title={t`No open invoices`}
        text={t`Finalised invoices appear here until they are paid.`}
      >
        <div className="pt-4">
          <Link to={'/invoices' as '/'} className="btn btn-outline">
            <Trans>Invoices</Trans>
          </Link>
        </div>
      </EmptyState>
    )
  }
  const labels: Readonly<Record<(typeof ages)[number], string>> = {
    not_due: t({ message: 'Not due', context: 'debt' }),
    days_1_30: t`1–30 days`,
    days_31_60: t`31–60 days`,
    days_61_90: t`61–90 days`,
    over_90: t`Over 90 days`,
    open: t({ message: 'Open', context: 'amount' }),
  }
  const sums = totals.map((total): Row => ({ ...total, company_id: null, company_name: t`Total ${total.currency}` }))
  return (
    <PlainTable<Row>
      label={t`Receivables`}
      rows={[...items, ...sums]}
      keyOf={({ company_id, currency }) => `${company_id} ${currency}`}
      columns={[
        { id: 'company', title: t`Customer`, cell: (row) => <Customer row={row} /> },
        { id: 'documents', title: t`Documents`, width: 'w-24', align: 'right', cell: ({ documents }) => documents },
        ...ages.map((age) => ({
          id: age,
          title: labels[age],
          width: 'w-32',
          align: 'right' as const,
          cell: (row: Row) => <Age row={row} age={age} />,
        })),
      ]}
    />
  )
}

/** Customer name, linked to its open invoices. */
function Customer({ row: { company_id, company_name } }: { row: Row }) {
  if (company_id === null) return <strong>{company_name}</strong>
  return (
    <OpenInvoicesLink companyId={company_id} className="font-medium hover:underline">
      {company_name}
    </OpenInvoicesLink>
  )
}

function Age({ row, age }: { row: Row; age: (typeof ages)[number] }) {
  const amount = row[age]
  if (Number(amount) === 0) return <span className="text-ink-3">—</span>
  const isLate = age === 'over_90' || age === 'days_61_90'
  const shown = <Amount amount={amount} currency={row.currency} />
  if (row.company_id === null || age === 'open') return <strong>{shown}</strong>
  return isLate ? <span className="text-red">{shown}</span> : shown
}
