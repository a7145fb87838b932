import type { AccountSum, getPeriodSummary, VatSummaryRow } from '@cartage/contract/accounting/app/summary'
import type { Answer } from '@cartage/contract/endpoint'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../books/amount.tsx'
import { useMonthName } from '../../books/month.ts'
import { Loaded } from '../../records/loaded.tsx'
import { Select } from '../../ui/form/select.tsx'
import { BookCheck } from '../../ui/icons.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Toolbar } from '../../ui/page/page-header.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import { billingEntitiesQuery } from '../billing-entities.queries.ts'
import type { LedgerSearch } from './address.ts'
import { lastDayOf, monthsUntil } from './months.ts'
import { type Period, summaryQuery } from './queries.ts'

/** Number of months offered. */
const mostMonths = 24

/** Summary of a month: VAT, accounts, and readable files of both (LEDGER-12). */
export function PeriodTab({
  search,
  onChange,
}: {
  search: LedgerSearch
  onChange: (members: Partial<LedgerSearch>) => void
}) {
  const { t } = useLingui()
  const monthName = useMonthName()
  const entities = useQuery(billingEntitiesQuery).data ?? []
  // Defaults to the previous month, whose figures are complete.
  const months = monthsUntil(todayOf(new Date()).slice(0, 7), mostMonths)
  const month = search.month ?? months[1]!
  const entity = search.entity ?? entities[0]?.id
  return (
    <>
      <Toolbar>
        <Select
          label={t`Month`}
          className="h-7 w-44"
          choices={months.map((value) => ({ value, label: monthName(value) }))}
          value={month}
          onChange={(value) => onChange({ month: value })}
        />
        {entities.length > 1 && (
          <Select
            label={t`Billing entity`}
            className="h-7 w-56"
            choices={entities.map(({ id, name }) => ({ value: id, label: name }))}
            value={entity ?? null}
            onChange={(id) => onChange({ entity: id })}
          />
        )}
      </Toolbar>
      {entity !== undefined && (
        <Figures period={{ billing_entity_id: entity, from: `${month}-01`, to: lastDayOf(month) }} />
      )}
    </>
  )
}

function Figures({ period }: { period: Period }) {
  const query = useQuery(summaryQuery(period))
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4">
      <Loaded query={query}>{(summary) => <Summary period={period} summary={summary} />}</Loaded>
    </div>
  )
}

function Summary({ period, summary }: { period: Period; summary: Answer<typeof getPeriodSummary> }) {
  const { t } = useLingui()
  const { currency, entries, unbooked, vat, accounts, totals } = summary
  return (
    <>
      {unbooked > 0 && (
        <p role="status" className="mt-3 rounded-lg border border-line bg-amber-soft px-3 py-2">
          <Link to="/tasks" className="underline">
            <Plural
              value={unbooked}
              one="# finalised document of these days is not booked yet: it is in none of the figures."
              other="# finalised documents of these days are not booked yet: they are in none of the figures."
            />
          </Link>
        </p>
      )}
      {entries === 0 ? (
        <EmptyState
          icon={BookCheck}
          title={t`Nothing booked in this month`}
          text={t`Documents are booked when they are posted.`}
        >
          <Link to="/tasks" className="btn btn-outline mt-3">
            <Trans>Documents to post</Trans>
          </Link>
        </EmptyState>
      ) : (
        <>
          <Section title={<Trans>VAT</Trans>} actions={<FileLink period={period} file="VAT" name={t`VAT (CSV)`} />}>
            <VatTable rows={vat} currency={currency} totals={totals} />
          </Section>
          <Section
            title={<Trans>Trial balance</Trans>}
            actions={
              <>
                <FileLink period={period} file="JOURNAL" name={t`Journal (CSV)`} />
                <FileLink period={period} file="ACCOUNTS" name={t`Trial balance (CSV)`} />
              </>
            }
          >
            <AccountTable rows={accounts} currency={currency} totals={totals} />
          </Section>
        </>
      )}
    </>
  )
}

function FileLink({ period, file, name }: { period: Period; file: 'JOURNAL' | 'VAT' | 'ACCOUNTS'; name: string }) {
  return (
    <a
      href={`/app/ledger/summary/file?${new URLSearchParams({ ...period, file })}`}
      download
      className="btn btn-outline"
    >
      {name}
    </a>
  )
}

type Totals = Answer<typeof getPeriodSummary>['totals']

function VatTable({ rows, currency, totals }: { rows: readonly VatSummaryRow[]; currency: string; totals: Totals }) {
  const { t } = useLingui()
  const sum = { ...totals, journal: null }
  const money = (amount: string) => <Amount amount={amount} currency={currency} />
  return (
    <PlainTable<VatSummaryRow | typeof sum>
      label={t`VAT`}
      rows={[...rows, sum]}
      keyOf={(row) => (row.journal === null ? 'total' : `${row.journal} ${row.tax_code}`)}
      columns={[
        {
          id: 'journal',
          title: t`Journal`,
          width: 'w-32',
          cell: ({ journal }) =>
            journal === null ? <strong>{t`Total`}</strong> : journal === 'SALES' ? t`Sales` : t`Purchases`,
        },
        {
          id: 'code',
          title: t`VAT code`,
          width: 'w-28',
          cell: (row) => (row.journal === null ? '' : (row.tax_code ?? '—')),
        },
        { id: 'name', title: t`Name`, cell: (row) => (row.journal === null ? '' : row.name) },
        {
          id: 'documents',
          title: t`Documents`,
          width: 'w-24',
          align: 'right',
          cell: (row) => (row.journal === null ? '' : row.documents),
        },
        {
          id: 'base',
          title: t`Base excl. VAT`,
          width: 'w-36',
          align: 'right',
          cell: (row) => (row.journal === null ? '' : money(row.base)),
        },
        { id: 'due', title: t`VAT due`, width: 'w-36', align: 'right', cell: (row) => money(row.vat_due) },
        {
          id: 'deductible',
          title: t`Deductible VAT`,
          width: 'w-36',
          align: 'right',
          cell: (row) => money(row.vat_deductible),
        },
      ]}
    />
  )
}

function AccountTable({ rows, currency, totals }: { rows: readonly AccountSum[]; currency: string; totals: Totals }) {
  const { t } = useLingui()
  const sum: AccountSum = { account: t`Total`, name: '', debit: totals.debit, credit: totals.credit, balance: '' }
  const figure = (id: 'debit' | 'credit' | 'balance', title: string) => ({
    id,
    title,
    width: 'w-36',
    align: 'right' as const,
    cell: (row: AccountSum) => (row[id] === '' ? '' : <Amount amount={row[id]} currency={currency} />),
  })
  return (
    <PlainTable<AccountSum>
      label={t`Trial balance`}
      rows={[...rows, sum]}
      keyOf={({ account }) => account}
      columns={[
        {
          id: 'account',
          title: t`Account`,
          width: 'w-32',
          cell: (row) => (row === sum ? <strong>{row.account}</strong> : <span className="tnum">{row.account}</span>),
        },
        { id: 'name', title: t`Name`, cell: ({ name }) => name },
        figure('debit', t`Debit`),
        figure('credit', t({ message: 'Credit', context: 'side of an account' })),
        figure('balance', t`Balance`),
      ]}
    />
  )
}
