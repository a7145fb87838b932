import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { groupsQuery } from '../records/resource.queries.ts'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { CalendarDays } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { CutNotice } from '../ui/page/cut-notice.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { StaleBar } from '../ui/table/stale-bar.tsx'
import { useNow } from '../ui/time/relative-time.tsx'
import { useSteady } from '../ui/use-steady.ts'
import type { BoardSearch } from './address.ts'
import { boardQuery, loadMoreUnplanned } from './board.queries.ts'
import { BoardDialogs } from './dialogs/board-dialogs.tsx'
import type { DragField } from './drag.ts'
import { BoardHeader, BoardToolbar } from './grid/board-header.tsx'
import type { BoardGhosts } from './grid/ghosts.ts'
import { BoardGrid } from './grid/grid.tsx'
import { hoursBlocks } from './grid/hours-block.ts'
import type { Cursor } from './keys.ts'
import { useLiveBoard } from './live/use-live-board.ts'
import { usePresence } from './live/use-presence.ts'
import { BoardSide } from './panels/board-side.tsx'
import { PoolList } from './pool.list.tsx'
import { type PoolOrder, poolOrder } from './pool.ts'
import { conflictsQuery } from './queries.ts'
import { type BoardModel, type BoardRow, modelOf } from './rows.ts'
import { useBoardActions } from './use-board-actions.ts'
import { usePlan } from './use-plan.ts'
import { days, weekOf } from './week.ts'

// Loaded with the first selection.
const BoardBar = lazy(async () => ({ default: (await import('./grid/board-bar.panel.tsx')).BoardBar }))
// Loaded on the first right-click on a bar.
const BarMenu = lazy(async () => ({ default: (await import('./grid/bar-menu.panel.tsx')).BarMenu }))
// Loaded on first use.
const PlanList = lazy(async () => ({ default: (await import('./plan.list.tsx')).PlanList }))
// Loaded when an order is opened, with its texts, like a tab.
const OrderAside = lazy(async () => ({ default: (await import('../orders/tabs/aside.tab.tsx')).OrderAside }))
const RefusedDialog = lazy(async () => ({ default: (await import('./dialogs/refused.dialog.tsx')).RefusedDialog }))

const planningRoute = getRouteApi('/shell/planning')

/** Visible days at each zoom. */
const shownDays = { day: 1, days: 3, week: 7 } as const

/** Planning board: trips of each resource over time, and the unplanned orders. */
export function BoardPage() {
  const { t } = useLingui()
  usePageTitle(t`Planning`)
  const search = planningRoute.useSearch()
  const change = useSearchChange()
  const isReadOnly = !usePermission('trip.write')
  const now = useMinute()
  const { firstDay, end } = weekOf(search, now)
  const shown = shownDays[search.zoom ?? 'days']
  const span = useMemo(() => ({ firstDay, days, shown }), [firstDay, shown])
  const board = useBoard(search, { firstDay, end, now })
  const { model, rows, pool, conflicts, query } = board
  const field = useRef<DragField>(null)
  const [cursor, setCursor] = useState<Cursor>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const plan = usePlan(model, useLiveBoard(firstDay, end))
  const [ghosts, setGhosts] = useState<BoardGhosts>()
  const presence = useBoardPresence(selected, pool, search.open)
  const { others, holders } = presence
  const state = { presence, field, plan, isReadOnly, selected, setSelected, cursor, setCursor, change }
  const actions = useBoardActions({ ...state, ...board })
  // A change by others or a clock tick renders only what it affects.
  const { goBack } = useSteady({ goBack: plan.goBack })
  const { toggle, pressOrder, placeOrder, moveOrder, moveTrip, pressTrip, onBarKey } = useSteady(onBoard(actions))
  const open = useCallback((tripId: string) => change({ open: tripId }), [change])
  const parts = { selected, isReadOnly, conflicts: conflicts.byTrip, holders }
  return (
    <>
      <BoardHeader {...{ search, span, change, isReadOnly, goBack, others }} conflicts={conflicts.items} />
      <BoardToolbar {...{ search, change }} groups={board.groups} />
      <BoardFailure query={query} />
      <BoardCut {...board.cut} />
      {model !== undefined && (
        <div className="flex min-h-0 flex-1">
          <PoolList
            orders={pool}
            hasMore={query.data?.next_cursor != null}
            {...{ search, selected, isReadOnly, holders }}
            onChange={change}
            onSelect={toggle}
            onPress={pressOrder}
            onPlace={placeOrder}
            onMove={moveOrder}
          />
          {rows.length === 0 ? (
            <NoRows isFiltered={model.rows.length > 0} />
          ) : search.list ? (
            <Suspense>
              <PlanList {...parts} model={model} rows={rows} onOpen={open} onMove={moveTrip} />
            </Suspense>
          ) : (
            <BoardGrid
              {...parts}
              {...{ model, rows, span, now, cursor, field, ghosts }}
              groupName={board.groupName}
              isBeside={[search.open, search.side, search.order, search.run].some((one) => one !== undefined)}
              hours={board.hours}
              onCursor={setCursor}
              openId={search.open}
              onOpen={open}
              onSelect={toggle}
              onPress={pressTrip}
              onMenu={actions.setMenu}
              onBarKey={onBarKey}
            />
          )}
          <BoardSide
            {...{ search, change, model, pool, isReadOnly, plan, actions }}
            conflicts={conflicts.items}
            onGhosts={setGhosts}
          />
          <OpenOrder {...{ search, change }} />
        </div>
      )}
      {model !== undefined && (
        <BoardFooter {...{ model, selected, setSelected, pool, plan, actions, isReadOnly, change }} onOpen={open} />
      )}
    </>
  )
}

/** The open order of the pool, unless another panel is open. */
function OpenOrder({ search: { order, open, side }, change }: { search: BoardSearch; change: Change }) {
  const navigate = useNavigate()
  if (order === undefined || open !== undefined || side !== undefined) return null
  const openPage = () => void navigate({ to: '/orders/$orderId', params: { orderId: order } })
  return (
    <Suspense>
      <OrderAside orderId={order} onClose={() => change({ order: undefined })} onOpen={openPage} />
    </Suspense>
  )
}

/** Pointer and key handlers of the board and the pool. */
function onBoard(actions: ReturnType<typeof useBoardActions>) {
  const { toggle, pressOrder, placeOrder, moveOrder, moveTrip, pressTrip, onBarKey } = actions
  return { toggle, pressOrder, placeOrder, moveOrder, moveTrip, pressTrip, onBarKey }
}

const minute = 60_000

/** The current minute: the board shows no seconds. */
function useMinute(): number {
  return Math.floor(useNow().getTime() / minute) * minute
}

/** Why the board cannot be shown or is outdated. */
function BoardFailure({ query }: { query: ReturnType<typeof useBoard>['query'] }) {
  const retry = () => query.refetch()
  if (query.error === null) return null
  if (query.data !== undefined) {
    return <StaleBar failure={failureOf(query.error)} updatedAt={query.dataUpdatedAt} onRetry={retry} />
  }
  return (
    <div className="p-4">
      <ErrorPanel {...failureOf(query.error)} onRetry={retry} />
    </div>
  )
}

/** States which parts of the week exceed the limits of the board. */
function BoardCut({ board, conflicts }: { board: boolean; conflicts: boolean }) {
  return (
    <>
      {board && (
        <CutNotice>
          <Trans>
            This week has more than the board holds: 1,000 trips, and 2,000 vehicles and drivers. Trips has all of them.
          </Trans>
        </CutNotice>
      )}
      {conflicts && (
        <CutNotice>
          <Trans>Only the first 500 open trips of this week are checked for conflicts.</Trans>
        </CutNotice>
      )}
    </>
  )
}

/** Actions on the selection, and the open dialog. */
function BoardFooter({
  model,
  pool,
  selected,
  setSelected,
  plan,
  actions,
  isReadOnly,
  change,
  onOpen,
}: {
  model: BoardModel
  pool: readonly PoolOrder[]
  selected: ReadonlySet<string>
  setSelected: (selected: ReadonlySet<string>) => void
  plan: ReturnType<typeof usePlan>
  actions: ReturnType<typeof useBoardActions>
  isReadOnly: boolean
  change: Change
  onOpen: (tripId: string) => void
}) {
  const { dialog, setDialog, placeOrder } = actions
  return (
    <>
      {!isReadOnly && selected.size > 0 && (
        <Suspense>
          <BoardBar
            {...{ model, selected, pool }}
            onClear={() => setSelected(new Set())}
            onDialog={setDialog}
            onRun={plan.run}
            onPlace={placeOrder}
            onSuggested={(run) => {
              setSelected(new Set())
              change({ ...run, open: undefined, side: undefined })
            }}
          />
        </Suspense>
      )}
      {actions.menu && (
        <Suspense>
          <BarMenu {...{ actions, plan, onOpen }} menu={actions.menu} />
        </Suspense>
      )}
      {dialog && <BoardDialogs dialog={dialog} model={model} onClose={() => setDialog(undefined)} onRun={plan.run} />}
      {plan.refused && (
        <LateDialog>
          <RefusedDialog refused={plan.refused} isBusy={plan.isBusy} onClose={plan.dismiss} onRun={plan.run} />
        </LateDialog>
      )}
    </>
  )
}

type Change = (members: Partial<BoardSearch>) => void

/** Reports what is selected and open here, and returns who else is on the board. */
function useBoardPresence(selected: ReadonlySet<string>, pool: readonly PoolOrder[], open: string | undefined) {
  const orderIds = pool.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const known = new Set(orderIds)
  const tripIds = [...selected].filter((id) => !known.has(id))
  return usePresence(orderIds, open === undefined || selected.has(open) ? tripIds : [...tripIds, open])
}

/** Changes search parameters of the board. */
function useSearchChange(): Change {
  const navigate = useNavigate()
  return useCallback(
    (members) =>
      void navigate({
        from: '/planning',
        to: '/planning',
        search: (before) => ({ ...before, ...members }),
        replace: true,
      }),
    [navigate],
  )
}

const noConflicts: readonly never[] = []

/** Loads the board from the server and arranges it. */
function useBoard(search: BoardSearch, { firstDay, end, now }: { firstDay: number; end: number; now: number }) {
  const { t } = useLingui()
  const query = useQuery(boardQuery(firstDay, end))
  const client = useQueryClient()
  const { next_cursor: cursor } = query.data ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor stands for the page that is next
  useEffect(() => {
    if (!query.isPlaceholderData) void loadMoreUnplanned(client, firstDay, end).catch(() => {})
  }, [client, firstDay, end, cursor, query.isFetching, query.isPlaceholderData])
  const groups = useQuery(groupsQuery).data
  const checked = useQuery({ ...conflictsQuery(firstDay, end), enabled: query.data !== undefined }).data
  const reasons = checked?.items ?? noConflicts
  // Keeps the frame responsive while the rows of a large board render.
  const data = useDeferredValue(query.data)
  const by = search.by ?? 'vehicle'
  const model = useMemo(
    () => data && modelOf(data, by, { from: firstDay, to: end, now }),
    [data, by, firstDay, end, now],
  )
  const rows = useMemo(() => filteredRows(model, search.q, search.group), [model, search.q, search.group])
  const hours = useHoursBlocks(by === 'driver' ? rows : undefined, firstDay, end)
  const { unplanned, places } = data ?? {}
  const pool = useMemo((): PoolOrder[] => {
    if (unplanned === undefined || places === undefined) return []
    const directory = { places: new Map(places.map((place) => [place.location_id, place])) }
    return unplanned.map((order) => poolOrder(order, directory))
  }, [unplanned, places])
  const byTrip = useMemo(() => {
    const hard = reasons.filter(({ severity }) => severity === 'HARD')
    return new Map(hard.map(({ trip_id, message }) => [trip_id, message]))
  }, [reasons])
  const groupName = useCallback(
    (group: string | null) => {
      if (group === 'none') return t`Not assigned`
      if (group === 'carriers') return t`Carriers`
      return groups?.find(({ id }) => id === group)?.name ?? t`No group`
    },
    [groups, t],
  )
  const cut = { board: data?.is_cut === true, conflicts: checked?.is_cut === true }
  const shown = { model, rows, pool, hours, cut }
  return { query, ...shown, groups: groups ?? noConflicts, groupName, conflicts: { items: reasons, byTrip } }
}

/** Stable while the drivers stay the same, so that a move renders no row again. */
function useHoursBlocks(rows: readonly BoardRow[] | undefined, firstDay: number, end: number) {
  const ids = rows?.flatMap(({ kind, key }) => (kind === 'resource' ? [key] : [])).join()
  return useMemo(() => ids && hoursBlocks(ids.split(','), firstDay, end), [ids, firstDay, end]) || undefined
}

function filteredRows(model: BoardModel | undefined, q = '', group: string | undefined): readonly BoardRow[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return (model?.rows ?? []).filter((row) => {
    const { resource, title, text } = row
    if (group !== undefined && row.kind === 'resource' && !resource?.resource_group_ids.includes(group)) return false
    const all = `${title ?? ''} ${text} ${resource?.license_plate ?? ''} ${resource?.code ?? ''}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

function NoRows({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useLingui()
  return (
    <div className="flex-1">
      {isFiltered ? (
        <EmptyState icon={CalendarDays} title={t`No results`} text={t`No row matches all filters.`} />
      ) : (
        <EmptyState
          icon={CalendarDays}
          title={t`No vehicles yet`}
          text={t`Add vehicles and drivers under Resources. Each gets a row here.`}
        />
      )}
    </div>
  )
}
