import type { InvoiceRun } from '@cartage/contract/billing/app/run'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useListAddress } from '../../lists/list-address.ts'
import { usePermission } from '../../session/permission.ts'
import { useCommands } from '../../shell/commands.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { ListChecks, Plus } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useShownColumns } from '../../ui/table/columns-menu.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListFrame } from '../../ui/table/list-frame.tsx'
import { useCursor } from '../../ui/table/row-keys.ts'
import { useWindows } from '../../ui/table/row-windows.ts'
import { loadRuns } from './queries.ts'
import { useRunColumns } from './runs.columns.tsx'

const runsRoute = getRouteApi('/shell/invoice-runs')

// Loaded when it is opened.
const RunPanel = lazy(async () => ({ default: (await import('./run.panel.tsx')).RunPanel }))
const StartDialog = lazy(async () => ({ default: (await import('./start.dialog.tsx')).StartRunDialog }))

/** Polling interval in milliseconds: a run progresses without commands. */
const lookMs = 3_000

const keyOf = ({ invoice_run_id }: InvoiceRun) => invoice_run_id

/** Runs: drafts of all matching work, with skipped work and reasons. */
export function InvoiceRunsPage() {
  const { t } = useLingui()
  usePageTitle(t`Invoice runs`)
  const { peek } = runsRoute.useSearch()
  const address = useListAddress<{ peek?: string | undefined }>('/invoice-runs')
  const mayStart = usePermission('invoice.write')
  const [isStarting, setIsStarting] = useState(false)
  const windows = useWindows<InvoiceRun>(['invoice-runs', 'list'], loadRuns, keyOf, lookMs)
  const shown = useShownColumns('invoice-runs', useRunColumns())
  const open = ({ invoice_run_id }: InvoiceRun) => address.openPeek(invoice_run_id)
  const button = mayStart && (
    <Button variant="brand" icon={Plus} keys="n" onClick={() => setIsStarting(true)}>
      <Trans>Start run</Trans>
    </Button>
  )
  useStartCommand(mayStart, setIsStarting)
  return (
    <>
      <ListFrame
        title={t`Invoice runs`}
        views={null}
        actions={button}
        filters={null}
        total={windows.total}
        countLabels={(total) => t`${plural(total, { one: '# run', other: '# runs' })}`}
        shown={shown}
        table={
          <DataTable
            label={t`Invoice runs`}
            columns={shown.columns}
            windows={windows}
            keyOf={keyOf}
            newLabels={(count) => t`${plural(count, { one: '# new run', other: '# new runs' })}`}
            cursor={useCursor()}
            openKey={peek}
            onPeek={open}
            onOpen={open}
            failure={windows.error ? failureOf(windows.error) : undefined}
            empty={
              <EmptyState
                icon={ListChecks}
                title={t`No runs yet`}
                text={t`A run drafts all completed work up to a day, as each company is billed.`}
              >
                <div className="pt-4">{button}</div>
              </EmptyState>
            }
          />
        }
        panel={
          peek !== undefined && (
            <Suspense fallback={null}>
              <RunPanel runId={peek} onClose={address.closePeek} />
            </Suspense>
          )
        }
      />
      {isStarting && (
        <LateDialog>
          <StartDialog
            onClose={() => setIsStarting(false)}
            onStarted={(id) => {
              windows.news?.expectOwn()
              address.openPeek(id)
            }}
          />
        </LateDialog>
      )}
    </>
  )
}

function useStartCommand(mayStart: boolean, setIsStarting: (isOn: boolean) => void): void {
  const { t } = useLingui()
  useCommands(
    useMemo(
      () =>
        mayStart
          ? [{ id: 'start-run', title: t`Start run`, icon: Plus, keys: 'n', run: () => setIsStarting(true) }]
          : [],
      [mayStart, setIsStarting, t],
    ),
  )
}
