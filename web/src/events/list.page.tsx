import type { ListedEvent } from '@cartage/contract/events/app'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useListAddress } from '../lists/list-address.ts'
import { LogList } from '../lists/log-list.tsx'
import { useCommands } from '../shell/commands.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { Pause, Play, Radio } from '../ui/icons.tsx'
import { useWindows } from '../ui/table/row-windows.ts'
import type { EventsSearch } from './address.ts'
import { EventPanel } from './event.panel.tsx'
import { useEventColumns } from './list.columns.tsx'
import { EventFilters } from './list.filters.tsx'
import { filtersOf, loadEvents, logEndQuery } from './queries.ts'

const eventsRoute = getRouteApi('/shell/events')

/** Live event log, newest first. */
export function EventsPage() {
  const { t, i18n } = useLingui()
  usePageTitle(t`Events`)
  const search = eventsRoute.useSearch()
  const { change, clear, openPeek, closePeek } = useListAddress<EventsSearch>('/events', ['until'])
  const { peek, ...shownSearch } = search
  const windows = useWindows<ListedEvent>(['events', 'list', shownSearch], loadEvents(shownSearch), keyOf)
  const end = useQuery(logEndQuery(shownSearch)).data
  const isPaused = search.until !== undefined
  const isFiltered = Boolean(search.q ?? search.level ?? search.type ?? search.when ?? search.from ?? search.to)

  const { until: _until, ...kept } = shownSearch
  const total = windows.total ?? 0
  return (
    <LogList
      name="events"
      title={t`Events`}
      search={kept}
      filters={filtersOf(search)}
      windows={windows}
      count={
        windows.total !== undefined && (
          <span className="tnum text-ink-3">
            {total >= 10_000 ? (
              <Trans>{i18n.number(10_000)}+ events</Trans>
            ) : (
              <Plural value={total} one="# event" other="# events" />
            )}
          </span>
        )
      }
      columns={useEventColumns()}
      keyOf={keyOf}
      actions={<PauseButton isPaused={isPaused} end={end} onChange={(until) => change({ until })} />}
      tools={<EventFilters search={search} onChange={change} />}
      openKey={peek}
      onOpen={openPeek}
      panel={peek !== undefined && <EventPanel eventId={peek} onClose={closePeek} />}
      empty={{
        icon: Radio,
        title: t`No events yet`,
        text: t`Events appear as they happen: order accepted, truck arrived, trip completed.`,
      }}
      isFiltered={isFiltered}
      onClear={clear}
    />
  )
}

function keyOf(row: ListedEvent): string {
  return row.event_id
}

function PauseButton({
  isPaused,
  end,
  onChange,
}: {
  isPaused: boolean
  end: { last: number; newer: number } | undefined
  onChange: (until: number | undefined) => void
}) {
  const { t } = useLingui()
  const last = end?.last
  const toggle = useCallback(() => {
    if (isPaused) onChange(undefined)
    else if (last !== undefined) onChange(last)
  }, [isPaused, last, onChange])
  const title = isPaused ? t`Resume` : t`Pause`
  useCommands(
    useMemo(
      () => [{ id: 'pause', title, icon: isPaused ? Play : Pause, keys: 'p', run: toggle }],
      [title, isPaused, toggle],
    ),
  )
  const newer = end?.newer ?? 0
  return (
    <>
      <span role="status" className="tnum flex items-center gap-2 text-ink-2">
        {isPaused ? (
          <Trans>Paused: {newer >= 1_000 ? '1,000+' : newer} new</Trans>
        ) : (
          <>
            <span className="size-2 rounded-full bg-green" aria-hidden="true" />
            <Trans>Live</Trans>
          </>
        )}
      </span>
      <Button icon={isPaused ? Play : Pause} keys="p" onClick={toggle} variant={isPaused ? 'brand' : 'outline'}>
        {title}
      </Button>
    </>
  )
}
