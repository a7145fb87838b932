import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { memo, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { ListSavedViews } from '../../lists/list-tools.tsx'
import { ViewsNav } from '../../lists/views-nav.tsx'
import { useCommands } from '../../shell/commands.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import {
  CalendarDays,
  ChevronLeft,
  ChevronRight,
  ExternalLink,
  History,
  RotateCw,
  Rows3,
  TriangleAlert,
  Undo2,
} from '../../ui/icons.tsx'
import { PageHeader, Toolbar } from '../../ui/page/page-header.tsx'
import { FilterMenu } from '../../ui/table/filter-menu.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { dateFormat } from '../../ui/time/date-format.ts'
import { dayOf } from '../../ui/time/day-input.ts'
import { homeZone } from '../../ui/time/home-zone.ts'
import { shiftDays } from '../../ui/timeline/scale.ts'
import type { BoardSearch } from '../address.ts'
import type { Planner } from '../live/presence.ts'
import { poolFold, togglePool } from '../pool-fold.ts'
import type { BoardSpan } from './grid.tsx'

type Change = (members: Partial<BoardSearch>) => void
type Zoom = NonNullable<BoardSearch['zoom']>
type By = NonNullable<BoardSearch['by']>

/** The week shown, undo and redo, and the conflicts of the plan. */
export const BoardHeader = memo(function BoardHeader({
  search,
  span: { firstDay, days },
  change,
  isReadOnly,
  goBack,
  conflicts,
  others,
}: {
  search: BoardSearch
  span: BoardSpan
  change: Change
  isReadOnly: boolean
  goBack: (way: 'undo' | 'redo') => void
  conflicts: readonly unknown[]
  others: readonly Planner[]
}) {
  const { t } = useLingui()
  const conflictCount = conflicts.length
  const page = (direction: number) => change({ from: dayOf(shiftDays(firstDay, direction * days)) })
  const today = () => change({ from: undefined })
  const toggle = (side: NonNullable<BoardSearch['side']>) =>
    change({ side: search.side === side ? undefined : side, open: undefined })
  useBoardKeys({ page, today, change, goBack, isReadOnly })
  return (
    <PageHeader
      title={t`Planning`}
      actions={
        <>
          <Planners others={others} />
          {!isReadOnly && (
            <>
              <IconButton icon={Undo2} label={t`Undo`} keys="mod+z" onClick={() => goBack('undo')} />
              <IconButton icon={RotateCw} label={t`Redo`} keys="mod+shift+z" onClick={() => goBack('redo')} />
            </>
          )}
          <IconButton
            icon={ExternalLink}
            label={t`Open in new window`}
            onClick={() => window.open(window.location.href, '_blank', 'noopener')}
          />
          <IconButton
            icon={History}
            label={t`Planning history`}
            aria-pressed={search.side === 'history'}
            onClick={() => toggle('history')}
          />
          <Button
            variant={conflictCount > 0 ? 'outline' : 'ghost'}
            icon={TriangleAlert}
            aria-pressed={search.side === 'conflicts'}
            onClick={() => toggle('conflicts')}
          >
            <Plural value={conflictCount} one="# conflict" other="# conflicts" />
          </Button>
        </>
      }
    >
      <IconButton icon={ChevronLeft} label={t`Earlier`} keys="shift+arrowleft" onClick={() => page(-1)} />
      <Days from={firstDay} to={shiftDays(firstDay, days - 1)} />
      <IconButton icon={ChevronRight} label={t`Later`} keys="shift+arrowright" onClick={() => page(1)} />
      <Button keys="t" onClick={today}>
        <Trans>Today</Trans>
      </Button>
    </PageHeader>
  )
})

/** Other users with the board open. */
function Planners({ others }: { others: readonly Planner[] }) {
  const { t } = useLingui()
  if (others.length === 0) return null
  return (
    <ul className="flex items-center gap-1" aria-label={t`Also on the board`}>
      {others.map(({ userId, name, initials }) => (
        <li key={userId} className="board-planner" title={t`${name} is on the board`}>
          <span aria-hidden="true">{initials}</span>
          <span className="sr-only">{name}</span>
        </li>
      ))}
    </ul>
  )
}

/** Kind and filter of the rows, and the zoom. */
export const BoardToolbar = memo(function BoardToolbar({
  search,
  change,
  groups,
}: {
  search: BoardSearch
  change: Change
  groups: readonly { id: string; name: string }[]
}) {
  const { t } = useLingui()
  const zooms = [
    { value: 'day', title: t`Day` },
    { value: 'days', title: t`3 days` },
    { value: 'week', title: t`Week` },
  ] as const
  const kinds = [
    { value: 'vehicle', label: t`Vehicles` },
    { value: 'driver', label: t`Drivers` },
    { value: 'trailer', label: t`Trailers` },
  ] as const
  const { open: _open, order: _order, side: _side, run: _run, from: _from, ...kept } = search
  return (
    <Toolbar
      side={
        <>
          <ViewsNav<Zoom> views={zooms} value={search.zoom ?? 'days'} onChange={(zoom) => change({ zoom })} />
          <Button
            variant="ghost"
            icon={search.list ? CalendarDays : Rows3}
            aria-pressed={search.list === true}
            onClick={() => change({ list: search.list ? undefined : true })}
          >
            {search.list ? <Trans>Board</Trans> : <Trans>List</Trans>}
          </Button>
        </>
      }
    >
      <SearchField
        value={search.q ?? ''}
        onChange={(q) => change({ q: q || undefined })}
        placeholder={t`Vehicle, driver or plate`}
      />
      <FilterMenu
        title={t`Rows`}
        facets={kinds}
        chosen={search.by === undefined ? [] : [search.by]}
        onChange={(chosen) =>
          change({ by: kinds.find(({ value }) => value === chosen.at(-1))?.value as By | undefined })
        }
      />
      <FilterMenu
        title={t`Group`}
        facets={groups.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={search.group === undefined ? [] : [search.group]}
        onChange={(chosen) => change({ group: chosen.at(-1) })}
      />
      <ListSavedViews screen="planning" path="/planning" search={kept} />
    </Toolbar>
  )
})

function Days({ from, to }: { from: number; to: number }) {
  const { i18n } = useLingui()
  const format = dateFormat(i18n.locales ?? i18n.locale, {
    timeZone: homeZone(),
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return <span className="tnum min-w-40 text-center font-medium">{format.formatRange(from, to)}</span>
}

/** Focuses the first card of the pool, which is unfolded for it. */
function goToPool(): void {
  if (poolFold.read() === 'folded') flushSync(togglePool)
  document.querySelector<HTMLElement>('[data-order]')?.focus()
}

function useBoardKeys({
  page,
  today,
  change,
  goBack,
  isReadOnly,
}: {
  page: (direction: number) => void
  today: () => void
  change: Change
  goBack: (way: 'undo' | 'redo') => void
  isReadOnly: boolean
}) {
  const { t } = useLingui()
  useCommands(
    // biome-ignore lint/correctness/useExhaustiveDependencies: what the commands do follows the page
    useMemo(
      () => [
        { id: 'board-today', title: t`Planning: today`, keys: 't', run: today },
        { id: 'board-earlier', title: t`Planning: earlier`, keys: 'shift+arrowleft', run: () => page(-1) },
        { id: 'board-later', title: t`Planning: later`, keys: 'shift+arrowright', run: () => page(1) },
        { id: 'board-pool', title: t`Planning: unplanned orders`, keys: 'o', run: goToPool },
        { id: 'board-fold', title: t`Planning: show or hide unplanned orders`, keys: ']', run: togglePool },
        { id: 'board-1', title: t`Planning: one day`, keys: '1', run: () => change({ zoom: 'day' }) },
        { id: 'board-2', title: t`Planning: three days`, keys: '2', run: () => change({ zoom: 'days' }) },
        { id: 'board-3', title: t`Planning: a week`, keys: '3', run: () => change({ zoom: 'week' }) },
        ...(isReadOnly
          ? []
          : [
              { id: 'board-undo', title: t`Planning: undo`, icon: Undo2, keys: 'mod+z', run: () => goBack('undo') },
              {
                id: 'board-redo',
                title: t`Planning: redo`,
                icon: RotateCw,
                keys: 'mod+shift+z',
                run: () => goBack('redo'),
              },
            ]),
      ],
      [page, t, isReadOnly],
    ),
  )
}
