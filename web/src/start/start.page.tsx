import type { Day } from '@cartage/contract/app/day'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { failureOf } from '../api/failure.ts'
import { refreshAll } from '../api/refresh.ts'
import { usePermission } from '../session/permission.ts'
import { useCommands } from '../shell/commands.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { IconButton } from '../ui/button.tsx'
import { Select } from '../ui/form/select.tsx'
import { RotateCw } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { homeZone } from '../ui/time/home-zone.ts'
import { useNow } from '../ui/time/relative-time.tsx'
import { clockText } from '../ui/time/when.tsx'
import { Busiest } from './day/busiest.tsx'
import { Exceptions } from './day/exceptions.list.tsx'
import { dayQuery } from './day/queries.ts'
import { Certificates, Health } from './day/side.tsx'
import { Tiles } from './day/tiles.tsx'

// Only for one role or a new organisation, so loaded when shown.
const Welcome = lazy(async () => ({ default: (await import('./welcome.tsx')).Welcome }))
const LatestUploads = lazy(async () => ({ default: (await import('./latest-uploads.tsx')).LatestUploads }))
const MoneyAttention = lazy(async () => ({
  default: (await import('./attention/money-attention.tsx')).MoneyAttention,
}))

const startRoute = getRouteApi('/shell/')

/** The day: figures, problems that need action, and the busiest vehicles. Accountants see finances instead. */
export function StartPage() {
  const { t } = useLingui()
  usePageTitle(t`Today`)
  const { group } = startRoute.useSearch()
  const query = useQuery({ ...dayQuery(group), enabled: usePermission('trip.read') })
  const refresh = useRefresh()
  return (
    <>
      <PageHeader
        title={t`Today`}
        actions={
          <>
            {query.data && <GroupSwitch groups={query.data.groups} group={group} />}
            <IconButton icon={RotateCw} label={t`Refresh`} keys="r" onClick={refresh} />
          </>
        }
      >
        <Clock />
      </PageHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {query.error !== null && (
          <div className="p-4">
            <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
          </div>
        )}
        {query.data ? <DayOf day={query.data} group={group} /> : query.isLoading && <Shadow />}
      </div>
    </>
  )
}

function useRefresh() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const refresh = useCallback(() => {
    void refreshAll(queryClient)
  }, [queryClient])
  useCommands(
    useMemo(() => [{ id: 'refresh', title: t`Refresh`, icon: RotateCw, keys: 'r', run: refresh }], [t, refresh]),
  )
  return refresh
}

/** Date and time in the tenant's time zone. */
function Clock() {
  const { i18n } = useLingui()
  const now = useNow()
  const locale = i18n.locales ?? i18n.locale
  const day = new Intl.DateTimeFormat(locale, {
    timeZone: homeZone(),
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  return (
    <span className="flex items-baseline gap-2 truncate">
      <span className="truncate text-ink-2">{day.format(now)}</span>
      <time className="tnum font-medium" dateTime={now.toISOString()}>
        {clockText(now, locale)}
      </time>
    </span>
  )
}

/** A list option must not be empty. */
const everyGroup = 'all'

function GroupSwitch({ groups, group }: { groups: Day['groups']; group: string | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  if (groups.length === 0) return null
  const choices = [
    { value: everyGroup, label: t`All groups` },
    ...groups.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Select
      label={t`Group`}
      className="w-48 max-sm:w-36"
      choices={choices}
      value={group ?? everyGroup}
      onChange={(value) =>
        void navigate({ to: '/', search: value === everyGroup ? {} : { group: value }, replace: true })
      }
    />
  )
}

function DayOf({ day, group }: { day: Day; group: string | undefined }) {
  const mayPlan = usePermission('trip.write')
  const mayEnter = usePermission('order.write')
  const isAccountant = usePermission('task.read') && !mayPlan
  if (day.is_new) {
    return (
      <Suspense>
        <Welcome />
      </Suspense>
    )
  }
  return (
    <>
      <Tiles day={day} group={group} />
      <div className="grid grid-cols-1 gap-x-6 gap-y-2 px-4 pt-2 pb-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,2fr)]">
        {isAccountant ? (
          <Suspense>
            <MoneyAttention />
          </Suspense>
        ) : (
          <Exceptions day={day} />
        )}
        <div className="grid grid-cols-1 content-start gap-2">
          {mayEnter && !mayPlan && (
            <Suspense>
              <LatestUploads />
            </Suspense>
          )}
          <Busiest day={day} />
          <Certificates day={day} group={group} />
          <Health openIssues={day.open_issues} />
        </div>
      </div>
    </>
  )
}

/** As high as the tiles and some rows, so that the layout barely shifts on load. */
function Shadow() {
  return (
    <div className="p-4" aria-busy="true">
      <span className="sr-only">
        <Trans>Loading…</Trans>
      </span>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <div key={key} className="skeleton h-22 rounded-lg" />
        ))}
      </div>
      <div className="skeleton mt-6 h-64 rounded-lg" />
    </div>
  )
}
