import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { ViewsNav } from '../../lists/views-nav.tsx'
import { usePermission } from '../../session/permission.ts'
import { useCommands } from '../../shell/commands.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import {
  CalendarCheck2,
  CalendarOff,
  ChevronLeft,
  ChevronRight,
  FileSpreadsheet,
  Plus,
  TriangleAlert,
} from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { PageHeader, Toolbar } from '../../ui/page/page-header.tsx'
import { StaleBar } from '../../ui/table/stale-bar.tsx'
import { dateFormat } from '../../ui/time/date-format.ts'
import { dayOf, instantOf } from '../../ui/time/day-input.ts'
import { homeZone } from '../../ui/time/home-zone.ts'
import { useNow } from '../../ui/time/relative-time.tsx'
import { midnightOf } from '../../ui/time/zone.ts'
import { daysBetween, mondayOf, shiftDays } from '../../ui/timeline/scale.ts'
import { type Lasting, Timeline, type TimelineBar, type TimelineCursor } from '../../ui/timeline/timeline.tsx'
import type { CalendarSearch } from '../address.ts'
import { CalendarX2 } from '../icons.tsx'
import { calendarQuery } from '../queries.ts'
import { UnavailabilityDialog } from '../unavailability.dialog.tsx'
import type { UnavailabilityDraft } from '../unavailability-draft.ts'
import { useAbsenceActions } from '../use-unavailability.ts'
import { useCalendarBars } from './bars.tsx'
import { ClashPanel } from './clash.panel.tsx'
import { CalendarFilters } from './filters.tsx'

const calendarRoute = getRouteApi('/shell/resources/calendar')

/** Unavailabilities by resource and group. */
export function CalendarPage() {
  const { t } = useLingui()
  usePageTitle(t`Absence`)
  const search = calendarRoute.useSearch()
  const change = useSearchChange()
  const mayWrite = usePermission('resource.write')
  const now = useNow().getTime()
  const shown = spanOf(search, now)
  const { firstDay, days, span } = shown
  const query = useQuery(calendarQuery(firstDay, shiftDays(firstDay, days)))
  const { data, error } = query
  const { rows, bars, ...found } = useCalendarBars(data, search, mayWrite)
  const [cursor, setCursor] = useState<TimelineCursor>()
  const [draft, setDraft] = useState<UnavailabilityDraft>()
  const bar = useBarDeeds(found, setDraft)
  const retry = () => query.refetch()
  return (
    <>
      <CalendarHeader
        {...{ shown, mayWrite, onChange: change }}
        onAdd={cursor && (() => bar.add(cursor.rowKey, dayAt(firstDay, cursor.day)))}
      />
      <CalendarToolbar search={search} span={span} clashes={data?.clashes ?? []} onChange={change} />
      {error !== null && data !== undefined && (
        <StaleBar failure={failureOf(error)} updatedAt={query.dataUpdatedAt} onRetry={retry} />
      )}
      {error !== null && data === undefined && (
        <div className="p-4">
          <ErrorPanel {...failureOf(error)} onRetry={retry} />
        </div>
      )}
      <div className="flex min-h-0 flex-1">
        {data !== undefined && rows.length === 0 ? (
          <NoRows isFiltered={data.resources.length > 0} />
        ) : (
          <Timeline
            label={t`Unavailability`}
            {...{ rows, bars, firstDay, days, now, cursor }}
            side={<Plural value={rows.length} one="# resource" other="# resources" />}
            onCursor={setCursor}
            openKey={search.open}
            onOpen={bar.open}
            {...(mayWrite && { onNew: bar.add, onPulled: bar.move, onRemove: bar.remove })}
          />
        )}
        {search.clashes && (
          <ClashPanel
            clashes={data?.clashes ?? []}
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
      {draft && <UnavailabilityDialog draft={draft} onClose={() => setDraft(undefined)} />}
    </>
  )
}

type Change = (members: Partial<CalendarSearch>) => void

/** Changes search parameters of the calendar. */
function useSearchChange(): Change {
  const navigate = useNavigate()
  return useCallback(
    (members) =>
      void navigate({
        from: '/resources/calendar',
        to: '/resources/calendar',
        search: (before) => ({ ...before, ...members }),
        replace: true,
      }),
    [navigate],
  )
}

/** Actions on the rows: add, open, move and remove. */
function useBarDeeds(
  { recordOf, resourceOf }: Pick<ReturnType<typeof useCalendarBars>, 'recordOf' | 'resourceOf'>,
  ask: (draft: UnavailabilityDraft) => void,
) {
  const navigate = useNavigate()
  const absences = useAbsenceActions()
  function add(rowKey: string, place: Lasting) {
    const resource = resourceOf(rowKey)
    if (resource) ask({ resource, ...place })
  }
  function open(bar: TimelineBar) {
    if (bar.key.startsWith('trip-')) return void navigate({ href: `/resources/${bar.rowKey}?tab=trips` })
    const given = recordOf(bar.key)
    const resource = resourceOf(bar.rowKey)
    if (!given || !resource) return
    if (bar.isEditable) ask({ resource, start: bar.start, end: bar.end, given })
    else void navigate({ href: `/resources/${bar.rowKey}?tab=unavailabilities` })
  }
  function move(bar: TimelineBar, place: Lasting) {
    const one = recordOf(bar.key)
    if (!one) return
    const { reason, description, external_id } = one
    absences.move(one, {
      start_time: instant(place.start),
      end_time: place.end === null ? null : instant(place.end),
      reason,
      description,
      external_id,
    })
  }
  function remove(bar: TimelineBar) {
    const one = recordOf(bar.key)
    if (one) absences.remove(one)
  }
  return { add, open, move, remove }
}

function CalendarHeader({
  shown: { firstDay, days },
  mayWrite,
  onChange,
  onAdd,
}: {
  shown: { firstDay: number; days: number }
  mayWrite: boolean
  onChange: Change
  /** Absent until a resource and a day are chosen. */
  onAdd: (() => void) | undefined
}) {
  const { t } = useLingui()
  const page = (direction: number) => onChange({ from: dayOf(shiftDays(firstDay, direction * days)) })
  const today = () => onChange({ from: undefined })
  useCalendarKeys({ page, today, zoom: (span) => onChange({ span }) })
  return (
    <PageHeader
      title={t`Absence`}
      actions={
        mayWrite && (
          <>
            <Link to="/resources/calendar/import" className="btn btn-outline">
              <FileSpreadsheet size={14} aria-hidden="true" />
              <Trans context="verb">Import</Trans>
            </Link>
            {onAdd === undefined && (
              <span className="text-[12px] text-ink-3">
                <Trans>Choose a resource and a day</Trans>
              </span>
            )}
            <Button variant="brand" icon={Plus} keys="n" disabled={onAdd === undefined} onClick={onAdd}>
              <Trans>Add</Trans>
            </Button>
          </>
        )
      }
    >
      <IconButton icon={ChevronLeft} label={t`Earlier`} keys="shift+arrowleft" onClick={() => page(-1)} />
      <Dates from={firstDay} to={shiftDays(firstDay, days - 1)} />
      <IconButton icon={ChevronRight} label={t`Later`} keys="shift+arrowright" onClick={() => page(1)} />
      <Button keys="t" onClick={today}>
        <Trans>Today</Trans>
      </Button>
    </PageHeader>
  )
}

function CalendarToolbar({
  search,
  span,
  clashes,
  onChange,
}: {
  search: CalendarSearch
  span: Span
  clashes: readonly unknown[]
  onChange: Change
}) {
  const { t } = useLingui()
  const views = [
    { value: 'day', title: t`Day` },
    { value: 'week', title: t`Week` },
    { value: 'fortnight', title: t`2 weeks` },
    { value: 'month', title: t`Month` },
  ] as const
  return (
    <Toolbar side={<ViewsNav<Span> views={views} value={span} onChange={(value) => onChange({ span: value })} />}>
      <CalendarFilters search={search} onChange={onChange} />
      <Button
        variant={clashes.length > 0 ? 'outline' : 'ghost'}
        icon={clashes.length > 0 ? TriangleAlert : CalendarCheck2}
        aria-pressed={search.clashes === true}
        onClick={() => onChange({ clashes: search.clashes ? undefined : true })}
      >
        <Plural value={clashes.length} one="# conflict" other="# conflicts" />
      </Button>
    </Toolbar>
  )
}

type Span = NonNullable<CalendarSearch['span']>

/** Number of days shown: a month is six whole weeks, as on paper. */
const daysOf: Readonly<Record<Span, number>> = { day: 1, week: 7, fortnight: 14, month: 42 }

function spanOf({ from, span = 'fortnight' }: CalendarSearch, now: number) {
  const chosen = from === undefined ? null : instantOf(from)
  const at = chosen === null ? now : Date.parse(chosen)
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
  const format = dateFormat(i18n.locales ?? i18n.locale, {
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
