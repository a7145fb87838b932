import type { ReplayedPrice } from '@cartage/contract/charges/app/replay'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useAmountText } from '../../books/amount.tsx'
import { csvText, download } from '../../sheets/read-sheet.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Download, History, Play, TriangleAlert } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { type PlainColumn, PlainTable } from '../../ui/table/plain-table.tsx'
import { dayOf, isDay } from '../../ui/time/day-input.ts'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { factLabelOf } from '../fact.labels.ts'
import { Square } from '../icons.tsx'
import type { RatePage } from '../queries.ts'
import { type ReplayCompany, ReplayCompanyField } from './company-field.tsx'
import { ReplayProgress, ReplaySummary } from './replay-summary.tsx'
import { byDifference } from './totals.ts'
import { mostReplayed, type ReplayState, useReplay } from './use-replay.ts'

const dayMs = 86_400_000
/** Rows shown on the page. The file has all. */
const mostShown = 500

/** Prices of a period's orders or trips with the draft: amounts before and after, and the difference. */
export function ReplayTab({ record }: { record: RatePage }) {
  const { t } = useLingui()
  const [from, setFrom] = useState(() => dayOf(Date.now() - 28 * dayMs))
  const [to, setTo] = useState(() => dayOf(Date.now()))
  const [company, setCompany] = useState<ReplayCompany | null>(null)
  const { state, start, stop } = useReplay(record.rate_record_id)
  const isSales = record.side === 'SALES'
  const canRun = isDay(from) && isDay(to) && from <= to
  const run = () => void start({ from, to, company_ids: company ? [company.company_id] : [] })
  return (
    <div className="grid max-w-[1100px] gap-3 p-4">
      <p className="text-ink-2">
        {isSales ? (
          <Trans>Prices the orders of a period with this draft. Nothing is changed.</Trans>
        ) : (
          <Trans>Prices the trips of a period with this draft. Nothing is changed.</Trans>
        )}
      </p>
      <div className="flex flex-wrap items-end gap-x-3">
        <Field label={t`From`} fault={undefined}>
          {(input) => <DayField {...input} className="field w-36" value={from} onChange={setFrom} />}
        </Field>
        <Field
          label={t({ message: 'To', context: 'end of a range' })}
          fault={from <= to ? undefined : t`Choose a day after the first.`}
        >
          {(input) => <DayField {...input} className="field w-36" value={to} onChange={setTo} />}
        </Field>
        <ReplayCompanyField isSales={isSales} value={company} onChange={setCompany} />
        <div className="pb-1">
          {state?.isRunning ? (
            <Button icon={Square} onClick={stop}>
              <Trans>Stop</Trans>
            </Button>
          ) : (
            <Button variant="brand" icon={Play} disabled={!canRun} onClick={run}>
              <Trans>Run replay</Trans>
            </Button>
          )}
        </div>
      </div>
      {state && <Outcome state={state} record={record} onRetry={run} />}
    </div>
  )
}

function Outcome({ state, record, onRetry }: { state: ReplayState; record: RatePage; onRetry: () => void }) {
  const { t } = useLingui()
  const { items, total, isRunning, error } = state
  const sorted = useMemo(() => byDifference(items), [items])
  if (error !== null) return <ErrorPanel {...failureOf(error)} onRetry={onRetry} />
  if (items.length === 0) {
    if (isRunning) return <div className="skeleton h-24 w-full" aria-busy="true" />
    return <EmptyState icon={History} title={t`Nothing in this period`} text={t`Choose other days.`} />
  }
  return (
    <>
      {isRunning && <ReplayProgress done={items.length} total={Math.min(total, mostReplayed)} />}
      {!isRunning && total > mostReplayed && (
        <Notice icon={TriangleAlert} tone="amber">
          <Trans>Only the first 10,000 were priced. Choose a shorter period for the others.</Trans>
        </Notice>
      )}
      <ReplaySummary items={items} />
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-[14px] font-semibold">
          <Trans>Differences</Trans>
        </h2>
        <SaveButton items={sorted} code={record.code} isDisabled={isRunning} />
      </div>
      <Differences items={sorted} isSales={record.side === 'SALES'} />
    </>
  )
}

function Differences({ items, isSales }: { items: readonly ReplayedPrice[]; isSales: boolean }) {
  const { t } = useLingui()
  const textOf = useAmountText()
  const money = ({ total, currency, message }: ReplayedPrice['before']) =>
    total === null ? (
      <span title={factLabelOf(message)}>—</span>
    ) : (
      <span className="tnum">{textOf(total, currency)}</span>
    )
  const columns: PlainColumn<ReplayedPrice>[] = [
    {
      ...{ id: 'name', title: isSales ? t`Order` : t`Trip`, width: 'w-36' },
      cell: (row) => <Name row={row} isSales={isSales} />,
    },
    { id: 'company', title: isSales ? t`Customer` : t`Carrier`, cell: ({ company_name }) => company_name ?? '—' },
    { id: 'day', title: t`Day`, width: 'w-28', cell: ({ day }) => <OrderDay date={day} /> },
    { id: 'before', title: t`Now`, width: 'w-28', align: 'right', cell: ({ before }) => money(before) },
    { id: 'after', title: t`With the draft`, width: 'w-32', align: 'right', cell: ({ after }) => money(after) },
    {
      ...{ id: 'difference', title: t`Difference`, width: 'w-32', align: 'right' },
      cell: ({ difference, after }) =>
        difference === null ? '—' : <span className="tnum">{textOf(difference, after.currency)}</span>,
    },
    { id: 'message', title: t`Price with the draft`, cell: ({ after }) => factLabelOf(after.message) },
  ]
  return (
    <>
      <PlainTable<ReplayedPrice>
        label={t`Differences`}
        rows={items.slice(0, mostShown)}
        keyOf={({ id }) => id}
        columns={columns}
      />
      {items.length > mostShown && (
        <p className="text-ink-2">
          <Trans>The 500 largest differences are shown. The file has all.</Trans>
        </p>
      )}
    </>
  )
}

function Name({ row: { id, name }, isSales }: { row: ReplayedPrice; isSales: boolean }) {
  const shown = 'tnum font-medium hover:underline'
  if (isSales) {
    return (
      <Link to="/orders/$orderId" params={{ orderId: id }} search={{ tab: 'charges' }} className={shown}>
        {name}
      </Link>
    )
  }
  return (
    <Link to="/trips/$tripId" params={{ tripId: id }} search={{ tab: 'costs' }} className={shown}>
      {name}
    </Link>
  )
}

/** Saves all rows as a CSV file. */
function SaveButton({
  items,
  code,
  isDisabled,
}: {
  items: readonly ReplayedPrice[]
  code: string
  isDisabled: boolean
}) {
  const head = [
    'number',
    'company',
    'day',
    'before',
    'after',
    'difference',
    'currency',
    'card_before',
    'card_after',
    'message',
  ]
  const save = () => {
    const rows = items.map(({ name, company_name, day, before, after, difference }) => [
      ...[name, company_name ?? '', day, before.total ?? '', after.total ?? '', difference ?? ''],
      ...[after.currency ?? before.currency ?? '', before.card ?? '', after.card ?? '', factLabelOf(after.message)],
    ])
    download(`replay-${code}.csv`, csvText([head, ...rows]))
  }
  return (
    <Button icon={Download} disabled={isDisabled} onClick={save}>
      <Trans>Download CSV</Trans>
    </Button>
  )
}
