import type { ExchangeRateRecord } from '@cartage/contract/books/app'
import { type CurrencyCode, currencyCodes } from '@cartage/contract/books/currency'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useLabels } from '../records/code-labels.ts'
import { usePermission } from '../session/permission.ts'
import { SettingsBody } from '../settings/page-body.tsx'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { ArrowRightLeft, Plus } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { exchangeRatesQuery, useRateActions } from './queries.ts'
import { RateDialog } from './rate.dialog.tsx'
import { sourceLabels } from './source.labels.ts'

const ratesRoute = getRouteApi('/shell/settings/exchange-rates')

/** Exchange rates by day: search, set and import. */
export function ExchangeRatesPage() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const mayWrite = usePermission('book.write')
  const [isAdding, setIsAdding] = useState(false)
  const { currency: typed = '' } = ratesRoute.useSearch()
  const currency = currencyCodes.find((code) => code === typed.toUpperCase())
  const query = useInfiniteQuery(exchangeRatesQuery(currency))
  const rows = query.data?.pages.flatMap(({ items }) => items)
  const total = query.data?.pages.at(-1)?.total ?? 0
  const search = (text: string) =>
    void navigate({ to: '/settings/exchange-rates', search: { currency: text || undefined }, replace: true })
  const rest = i18n.number(total - (rows?.length ?? 0))
  return (
    <SettingsBody
      title={t`Exchange rates`}
      text={
        <Trans>For invoices in another currency. The last rate on or before the day VAT becomes due is used.</Trans>
      }
      permission="book.read"
      actions={
        mayWrite && (
          <Button variant="brand" icon={Plus} onClick={() => setIsAdding(true)}>
            <Trans>Set rate</Trans>
          </Button>
        )
      }
    >
      {mayWrite && <ImportFile />}
      <SearchField value={typed} placeholder={t`Currency, such as GBP…`} onChange={search} />
      {query.error !== null && rows === undefined ? (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState
          icon={ArrowRightLeft}
          title={currency === undefined ? t`No exchange rates yet` : t`No results`}
          text={t`Import the file of the European Central Bank, or set a rate.`}
        />
      ) : (
        <RatesTable rows={rows} />
      )}
      {query.hasNextPage && (
        <div className="flex items-center gap-3">
          <Button onClick={() => void query.fetchNextPage()} isBusy={query.isFetchingNextPage}>
            <Trans>Show earlier rates</Trans>
          </Button>
          <span className="tnum text-ink-3">
            <Trans>{rest} more</Trans>
          </span>
        </div>
      )}
      {isAdding && <RateDialog currency={currency} onClose={() => setIsAdding(false)} />}
    </SettingsBody>
  )
}

function RatesTable({ rows }: { rows: readonly ExchangeRateRecord[] | undefined }) {
  const { t, i18n } = useLingui()
  const word = useLabels(sourceLabels)
  const rate = (value: number, to: CurrencyCode, digits = 15) => (
    <span className="tnum">
      {i18n.number(value, { maximumSignificantDigits: digits })} <span className="text-ink-3">{to}</span>
    </span>
  )
  return (
    <PlainTable<ExchangeRateRecord>
      label={t`Exchange rates`}
      rows={rows}
      keyOf={(one) => one.id}
      columns={[
        { id: 'day', title: t`Day`, width: 'w-36', cell: (one) => <OrderDay date={one.exchange_rate_date} /> },
        { id: 'from', title: t`Per unit of`, width: 'w-28', cell: (one) => `1 ${one.from_currency}` },
        { id: 'rate', title: t`Rate`, align: 'right', cell: (one) => rate(one.exchange_rate, one.to_currency) },
        {
          id: 'inverse',
          title: t`Inverse`,
          align: 'right',
          cell: (one) => rate(one.inverse_exchange_rate, one.from_currency, 6),
        },
        { id: 'source', title: t`Source`, cell: (one) => word(one.source) },
      ]}
    />
  )
}

function ImportFile() {
  const { t } = useLingui()
  const toasts = useToasts()
  const { load } = useRateActions()
  async function take([file]: File[]) {
    if (!file) return
    load.mutate(await file.text(), {
      onSuccess: ({ created, replaced }) => toasts.done(t`Imported: ${created} new rates, ${replaced} replaced`),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }
  return (
    <FileDrop
      accept=".csv,text/csv"
      isBusy={load.isPending}
      word={<Trans>Import file…</Trans>}
      hint={<Trans>Drop eurofxref.csv or eurofxref-hist-90d.csv of the European Central Bank here.</Trans>}
      onFiles={take}
    />
  )
}
