import type { Usage } from '@cartage/contract/usage/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { failureOf } from '../api/failure.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { classNames } from '../ui/class-names.ts'
import { Select } from '../ui/form/select.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { UsageSearch } from './address.ts'
import { usageQuery } from './queries.ts'
import { RejectedRequests } from './rejected-requests.tsx'
import { mostInStep, seriesOf } from './series.ts'
import { Shares, Twin } from './tables.tsx'
import { UnreliablePositions } from './unreliable-positions.tsx'
import { WindowMeters } from './window-meters.tsx'

const usageRoute = getRouteApi('/shell/settings/usage')

const Chart = lazy(() => import('./chart.tsx').then((module) => ({ default: module.UsageChart })))

/** API usage against its limits: now, over time, by client, and refused requests. */
export function UsagePage() {
  const { t } = useLingui()
  usePageTitle(t`API usage`)
  const search = usageRoute.useSearch()
  const { category = 'general', hours = '1' } = search
  const navigate = useNavigate({ from: '/settings/usage' })
  const change = (members: UsageSearch) =>
    void navigate({ search: (before) => ({ ...before, ...members }), replace: true })
  const query = useQuery(usageQuery(search))
  const categories = [
    { value: 'general', title: t`Requests` },
    { value: 'token', title: t`Tokens` },
    { value: 'webhook', title: t`Incoming webhooks` },
  ] as const
  return (
    <>
      <PageHeader
        title={t`API usage`}
        actions={
          <Select
            label={t`Period`}
            className="w-40"
            choices={[
              { value: '1', label: t`Last hour` },
              { value: '24', label: t`Last 24 hours` },
              { value: '168', label: t`Last 7 days` },
              { value: '720', label: t`Last 30 days` },
            ]}
            value={hours}
            onChange={(next) => change({ hours: next })}
          />
        }
      >
        <nav aria-label={t`Request type`} className="flex gap-0.5">
          {categories.map(({ value, title }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === category}
              className={classNames('btn btn-ghost', value === category && 'bg-pressed text-ink')}
              onClick={() => change({ category: value, client: undefined })}
            >
              {title}
            </button>
          ))}
        </nav>
      </PageHeader>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="min-h-0 flex-1 overflow-y-auto" tabIndex={0} aria-label={t`API usage`}>
        {query.error !== null && (
          <div className="p-4">
            <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
          </div>
        )}
        {query.data && <Picture usage={query.data} hours={Number(hours)} />}
        {category === 'webhook' && <UnreliablePositions hours={Number(hours)} />}
        <RejectedRequests search={search} onClient={(client) => change({ client })} />
      </section>
    </>
  )
}

function Picture({ usage, hours }: { usage: Usage; hours: number }) {
  const { t } = useLingui()
  const series = useMemo(() => seriesOf(usage.points, usage.step_s, hours, new Date()), [usage, hours])
  const most = mostInStep(usage.windows, usage.step_s)
  const step = usage.step_s < 3_600 ? t`${usage.step_s / 60} min` : t`${usage.step_s / 3_600} h`
  return (
    <>
      <WindowMeters usage={usage} />
      <section className="border-b border-line px-4 py-3" aria-label={t`Requests over time`}>
        <div className="flex items-baseline gap-2 pb-2">
          <h2 className="font-semibold">
            <Trans>Requests over time</Trans>
          </h2>
          <span className="text-[12px] text-ink-3">
            <Trans>requests per {step}</Trans>
          </span>
        </div>
        <Suspense fallback={<div className="skeleton h-[254px] w-full" />}>
          <Chart series={series} most={most} />
        </Suspense>
        <Twin points={usage.points} />
      </section>
      <div className="grid border-b border-line xl:grid-cols-2">
        <Shares title={t`Clients`} rows={usage.clients} />
        <Shares title={t({ message: 'Operations', context: 'of an API' })} rows={usage.paths} isCode />
      </div>
    </>
  )
}
