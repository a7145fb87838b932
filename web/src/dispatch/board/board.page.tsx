import type { DispatchBoardRow } from '@cartage/contract/dispatch/app/board'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { BulkBar, BulkButton } from '../../lists/bulk-bar.tsx'
import { useListAddress } from '../../lists/list-address.ts'
import { ListSavedViews } from '../../lists/list-tools.tsx'
import { NoRows } from '../../lists/no-rows.tsx'
import { usePermission } from '../../session/permission.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Printer, Send } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { CutNotice } from '../../ui/page/cut-notice.tsx'
import { useShownColumns } from '../../ui/table/columns-menu.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListFrame } from '../../ui/table/list-frame.tsx'
import { useCursor } from '../../ui/table/row-keys.ts'
import { useWindows, type Windows } from '../../ui/table/row-windows.ts'
import { type Selection, useSelection } from '../../ui/table/selection.ts'
import { midnightOf, todayOf } from '../../ui/time/zone.ts'
import { boardRanges, type DispatchSearch } from '../address.ts'
import { useBoardColumns } from './board.columns.tsx'
import { BoardFilters } from './board.filters.tsx'
import { BoardViews } from './board.views.tsx'
import { dispatchTrips, loadBoard } from './queries.ts'

// Loaded when it is opened.
const BoardPanel = lazy(async () => ({ default: (await import('./board.panel.tsx')).BoardPanel }))

const DayListsDialog = lazy(async () => ({
  default: (await import('../../papers/day-lists.dialog.tsx')).DayListsDialog,
}))

const dispatchRoute = getRouteApi('/shell/dispatch')

/** Trips to dispatch to carriers on a day, with their answers. Trips that need attention come first. */
export function DispatchBoardPage() {
  const { t } = useLingui()
  const title = t`Dispatch`
  usePageTitle(title)
  const navigate = useNavigate()
  const search = dispatchRoute.useSearch()
  const address = useListAddress<DispatchSearch>('/dispatch')
  const maySend = usePermission('dispatch.write')
  const { peek, ...shownSearch } = search
  const windows = useWindows<DispatchBoardRow>(['dispatch', 'board', shownSearch], loadBoard(search))
  const shown = useShownColumns('dispatch', useBoardColumns(), ['resources'])
  const selection = useSelection(windows.total)
  const isFiltered = Boolean(search.state || search.company || search.q)
  return (
    <ListFrame
      title={title}
      views={
        <>
          <BoardViews search={search} onChange={address.change} />
          <ListSavedViews screen="dispatch" path="/dispatch" search={shownSearch} />
        </>
      }
      actions={<DayLists search={search} />}
      filters={<BoardFilters search={search} onChange={address.change} />}
      total={windows.total}
      countLabels={(total) => t`${plural(total, { one: '# trip', other: '# trips' })}`}
      shown={shown}
      notice={
        windows.isCut && (
          <CutNotice>
            <Trans>Only the first 2,000 trips are shown. Choose a shorter period.</Trans>
          </CutNotice>
        )
      }
      bar={maySend && <DispatchBar selection={selection} />}
      table={
        <DataTable<DispatchBoardRow>
          label={title}
          columns={shown.columns}
          windows={windows}
          keyOf={({ trip_id }) => trip_id}
          nameOf={({ trip_name }) => trip_name}
          pathOf={({ trip_id }) => `/trips/${trip_id}`}
          {...(maySend && { selection })}
          cursor={useCursor()}
          openKey={peek}
          onPeek={({ trip_id }) => address.openPeek(trip_id)}
          onOpen={({ trip_id }) => void navigate({ to: '/trips/$tripId', params: { tripId: trip_id } })}
          isFaded={({ trip_status }) => trip_status === 'COMPLETED'}
          failure={windows.error ? failureOf(windows.error) : undefined}
          empty={
            <NoRows
              icon={Send}
              title={t`Nothing to dispatch`}
              text={t`Trips of carriers that start on this day appear here with what was answered.`}
              isFiltered={isFiltered}
              onClear={() => address.change({ state: undefined, company: undefined, q: undefined })}
            />
          }
        />
      }
      panel={
        peek !== undefined && (
          <Suspense>
            <BoardPanel key={peek} tripId={peek} row={loadedRow(windows, peek)} onClose={address.closePeek} />
          </Suspense>
        )
      }
    />
  )
}

/** Prints driver lists for the selected day; for a longer period, its first day is the default. */
function DayLists({ search: { when = 'today' } }: { search: DispatchSearch }) {
  const [isOpen, setIsOpen] = useState(false)
  const day = todayOf(new Date(midnightOf(Date.now(), boardRanges[when][0])))
  return (
    <>
      <Button icon={Printer} onClick={() => setIsOpen(true)}>
        <Trans>Day lists…</Trans>
      </Button>
      {isOpen && (
        <LateDialog>
          <DayListsDialog day={day} onClose={() => setIsOpen(false)} />
        </LateDialog>
      )}
    </>
  )
}

/** Row of a trip, if loaded. */
function loadedRow(windows: Windows<DispatchBoardRow>, tripId: string): DispatchBoardRow | undefined {
  for (let at = 0; at < (windows.total ?? 0); at++) {
    const row = windows.rowAt(at)
    if (row?.trip_id === tripId) return row
  }
  return undefined
}

function DispatchBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} kinds={['trip', 'dispatch']}>
      {(bulk) => (
        <BulkButton bulk={bulk} icon={Send} onClick={() => bulk.run(dispatchTrips)}>
          <Trans>Dispatch</Trans>
        </BulkButton>
      )}
    </BulkBar>
  )
}
