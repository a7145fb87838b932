import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { CalendarOff, CalendarX2, ChevronLeft, ChevronRight, FileSpreadsheet, Plus, TriangleAlert } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { ViewsNav } from '../../lists/views-nav.tsx'
import { usePermission } from '../../session/permission.ts'
import { useCommands } from '../../shell/commands.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { type LaneBar, type LaneCursor, Lanes, type Lasting } from '../../ui/lanes/lanes.tsx'
import { daysBetween, mondayOf, shiftDays } from '../../ui/lanes/scale.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { PageHeader, Toolbar } from '../../ui/page/page-header.tsx'
import { StaleBar } from '../../ui/table/stale-bar.tsx'
import { dayOf, instantOf } from '../../ui/time/day-input.ts'
import { homeZone } from '../../ui/time/home-zone.ts'
import { useNow } from '../../ui/time/relative-time.tsx'
import { midnightOf } from '../../ui/time/zone.ts'
import type { CalendarSearch } from '../address.ts'
import { calendarQuery } from '../queries.ts'
import { type AskedUnavailability, UnavailabilityDialog } from '../unavailability.dialog.tsx'
import { useAway } from '../use-unavailability.ts'
import { useCalendarBars } from './bars.tsx'
import { ClashPanel } from './clash.panel.tsx'
import { CalendarFilters } from './filters.tsx'

const calendarRoute = getRouteApi('/shell/resources/calendar')

/** Who is away when: lanes of resources by group. */
export function CalendarPage() {
  const { t } = useLingui()
  usePageTitle(t`Unavailability`)
  const search = calendarRoute.useSearch()
  const navigate = useNavigate()
  const mayWrite = usePermission('resource.write')
  const now = useNow().getTime()
  const { firstDay, days, span } = spanOf(search, now)
  const query = useQuery(calendarQuery(firstDay, shiftDays(firstDay, days)))
  const { rows, bars, recordOf, resourceOf } = useCalendarBars(query.data, search, mayWrite)
  const [cursor, setCursor] = useState<LaneCursor>()
  const [asked, setAsked] = useState<AskedUnavailability>()
  const away = useAway()
  const change = useCallback(
    (members: Partial<CalendarSearch>) =>
      void navigate({
        from: '/resources/calendar',
        to: '/resources/calendar',
        search: (before) => ({ ...before, ...members }),
        replace: true,
      }),
    [navigate],
  )
  const add = useCallback(
    (rowKey: string, place: Lasting) => {
      const resource = resourceOf(rowKey)
      if (resource) setAsked({ resource, ...place })
    },
    [resourceOf],
  )

  function open(bar: LaneBar) {
    if (bar.key.startsWith('trip-')) return void navigate({ href: `/resources/${bar.rowKey}?tab=trips` })
    const given = recordOf(bar.key)
    const resource = resourceOf(bar.rowKey)
    if (!given || !resource) return
    if (bar.isEditable) setAsked({ resource, start: bar.start, end: bar.end, given })
    else void navigate({ href: `/resources/${bar.rowKey}?tab=unavailabilities` })
  }

  function move(bar: LaneBar, place: Lasting) {
    const one = recordOf(bar.key)
    if (!one) return
    const { reason, description, external_id } = one
    away.move(one, {
      start_time: instant(place.start),
      end_time: place.end === null ? null : instant(place.end),
      reason,
      description,
      external_id,
    })
  }

  const remove = (bar: LaneBar) => {
    const one = recordOf(bar.key)
    if (one) away.remove(one)
  }
  const page = (direction: number) => change({ from: dayOf(shiftDays(firstDay, direction * days)) })
  useCalendarKeys({ page, today: () => change({ from: undefined }), zoom: (next) => change({ span: next }) })
  const clashes = query.data?.clashes ?? []
  return (
    <>
      <PageHeader
        title={t`Unavailability`}
        actions={
          <>
            {mayWrite && (
              <Link to="/resources/calendar/import" className="btn btn-outline">
                <FileSpreadsheet size={14} aria-hidden="true" />
                <Trans>Import</Trans>
              </Link>
            )}
            {mayWrite && (
              <Button
                variant="brand"
                icon={Plus}
                keys="a"
                disabled={cursor === undefined}
                title={cursor === undefined ? t`Choose a resource and a day first` : undefined}
                onClick={() => cursor && add(cursor.rowKey, dayAt(firstDay, cursor.day))}
              >
                <Trans>Add</Trans>
              </Button>
            )}
          </>
        }
      >
        <IconButton icon={ChevronLeft} label={t`Earlier`} keys="shift+arrowleft" onClick={() => page(-1)} />
        <Dates from={firstDay} to={shiftDays(firstDay, days - 1)} />
        <IconButton icon={ChevronRight} label={t`Later`} keys="shift+arrowright" onClick={() => page(1)} />
        <Button keys="t" onClick={() => change({ from: undefined })}>
          <Trans>Today</Trans>
        </Button>
      </PageHeader>
      <Toolbar
        side={
          <ViewsNav<Span>
            views={[
              { value: 'day', title: t`Day` },
              { value: 'week', title: t`Week` },
              { value: 'fortnight', title: t`2 weeks` },
              { value: 'month', title: t`Month` },
            ]}
            value={span}
            onChange={(value) => change({ span: value })}
          />
        }
      >
        <CalendarFilters search={search} onChange={change} />
        <Button
          variant={clashes.length > 0 ? 'outline' : 'ghost'}
          icon={TriangleAlert}
          aria-pressed={search.clashes === true}
          onClick={() => change({ clashes: search.clashes ? undefined : true })}
        >
          <Plural value={clashes.length} one="# conflict" other="# conflicts" />
        </Button>
      </Toolbar>
      {query.error !== null && query.data !== undefined && (
        <StaleBar failure={failureOf(query.error)} updatedAt={query.dataUpdatedAt} onRetry={() => query.refetch()} />
      )}
      {query.error !== null && query.data === undefined && (
        <div className="p-4">
          <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
        </div>
      )}
      <div className="flex min-h-0 flex-1">
        {query.data !== undefined && rows.length === 0 ? (
          <NoRows isFiltered={query.data.resources.length > 0} />
        ) : (
          <Lanes
            label={t`Unavailability`}
            rows={rows}
            bars={bars}
            firstDay={firstDay}
            days={days}
            now={now}
            side={<Plural value={rows.length} one="# resource" other="# resources" />}
            cursor={cursor}
            onCursor={setCursor}
            openKey={search.open}
            onOpen={open}
            {...(mayWrite && { onNew: add, onPulled: move, onRemove: remove })}
          />
        )}
        {search.clashes && (
          <ClashPanel
            clashes={clashes}
            onClose={() => change({ clashes: undefined })}
            openId={search.open}
            onShow={({ resource_id, unavailability_id: open, from }) => {
              const first = spanOf({ ...search, from: dayOf(from) }, now).firstDay
              change({ from: dayOf(first), open, q: undefined, type: undefined, group: undefined })
              setCursor({ rowKey: resource_id, day: daysBetween(first, Date.parse(from)) })
            }}
          />
        )}
      </div>
      {asked && <UnavailabilityDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

type Span = NonNullable<CalendarSearch['span']>

/** Days of what is shown at once: a month is six whole weeks, as on paper. */
const daysOf: Readonly<Record<Span, number>> = { day: 1, week: 7, fortnight: 14, month: 42 }

function spanOf({ from, span = 'fortnight' }: CalendarSearch, now: number) {
  const wanted = from === undefined ? null : instantOf(from)
  const at = wanted === null ? now : Date.parse(wanted)
  const firstDay = span === 'day' ? midnightOf(at) : mondayOf(at)
  return { firstDay, days: daysOf[span], span }
}

function dayAt(firstDay: number, day: number): Lasting {
  return { start: shiftDays(firstDay, day), end: shiftDays(firstDay, day + 1) }
}

function instant(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}

function useCalendarKeys({
  page,
  today,
  zoom,
}: {
  page: (direction: number) => void
  today: () => void
  zoom: (span: Span) => void
}) {
  const { t } = useLingui()
  useCommands(
    // biome-ignore lint/correctness/useExhaustiveDependencies: what the commands do follows the page
    useMemo(
      () => [
        { id: 'calendar-today', title: t`Calendar: today`, keys: 't', run: today },
        { id: 'calendar-earlier', title: t`Calendar: earlier`, keys: 'shift+arrowleft', run: () => page(-1) },
        { id: 'calendar-later', title: t`Calendar: later`, keys: 'shift+arrowright', run: () => page(1) },
        { id: 'calendar-1', title: t`Calendar: one day`, keys: '1', run: () => zoom('day') },
        { id: 'calendar-2', title: t`Calendar: one week`, keys: '2', run: () => zoom('week') },
        { id: 'calendar-3', title: t`Calendar: two weeks`, keys: '3', run: () => zoom('fortnight') },
        { id: 'calendar-4', title: t`Calendar: a month`, keys: '4', run: () => zoom('month') },
      ],
      [page, t],
    ),
  )
}

function Dates({ from, to }: { from: number; to: number }) {
  const { i18n } = useLingui()
  const format = new Intl.DateTimeFormat(i18n.locales ?? i18n.locale, {
    timeZone: homeZone(),
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return <span className="tnum min-w-40 text-center font-medium">{format.formatRange(from, to)}</span>
}

function NoRows({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useLingui()
  return isFiltered ? (
    <EmptyState icon={CalendarOff} title={t`No results`} text={t`No resource matches all filters.`} />
  ) : (
    <EmptyState
      icon={CalendarX2}
      title={t`No resources yet`}
      text={t`Add drivers and vehicles under Resources. Each gets a row here.`}
    />
  )
}
