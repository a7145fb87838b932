import type { LedgerExport } from '@cartage/contract/accounting/app/ledger'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { ViewsNav } from '../../lists/views-nav.tsx'
import { useLabels } from '../../records/code-labels.ts'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { useCommands } from '../../shell/commands.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { BookCheck, Download } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { When } from '../../ui/time/when.tsx'
import { LedgerSearch } from './address.ts'
import { MissingSection } from './missing.section.tsx'
import { profileLabels } from './profile.labels.ts'
import { exportsQuery } from './queries.ts'

const ledgerRoute = getRouteApi('/shell/ledger')

// Loaded when they are opened.
const PeriodTab = lazy(async () => ({ default: (await import('./period.tab.tsx')).PeriodTab }))
const ExportDialog = lazy(async () => ({ default: (await import('./export.dialog.tsx')).ExportDialog }))

/**
 * Bookings of a month, and ledger exports: who exported what, with the file to download again, and documents without an
 * account.
 */
export function LedgerPage() {
  const { t } = useLingui()
  usePageTitle(t`Ledger`)
  const navigate = useNavigate()
  const search = LedgerSearch(ledgerRoute.useSearch())
  const { view = 'month' } = search
  const change = (members: Partial<LedgerSearch>) =>
    void navigate({ to: '/ledger', search: { ...search, ...members }, replace: true } as NavigateOptions)
  const mayExport = usePermission('task.write')
  const [isOpen, setIsOpen] = useState(false)
  const start = useCallback(() => setIsOpen(true), [])
  useCommands(
    useMemo(
      () =>
        mayExport ? [{ id: 'export-ledger', title: t`Export ledger`, icon: Download, keys: 'n', run: start }] : [],
      [t, mayExport, start],
    ),
  )
  const button = mayExport && (
    <Button variant="brand" icon={Download} keys="n" onClick={start}>
      <Trans>Export…</Trans>
    </Button>
  )
  return (
    <>
      <PageHeader title={t`Ledger`} actions={button}>
        <ViewsNav<'month' | 'files'>
          views={[
            { value: 'month', title: t`Month` },
            { value: 'files', title: t`Files for accounting` },
          ]}
          value={view}
          onChange={(next) => change({ view: next === 'files' ? next : undefined })}
        />
      </PageHeader>
      {view === 'month' ? (
        <Suspense>
          <PeriodTab search={search} onChange={change} />
        </Suspense>
      ) : (
        <Files button={button} />
      )}
      {isOpen && (
        <LateDialog>
          <ExportDialog onClose={() => setIsOpen(false)} />
        </LateDialog>
      )}
    </>
  )
}

function Files({ button }: { button: ReactNode }) {
  const { t } = useLingui()
  const query = useQuery(exportsQuery)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <MissingSection />
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={BookCheck}
              title={t`No exports yet`}
              text={t`Files for the accounting system appear here, and can be downloaded again.`}
            >
              <div className="pt-4">{button}</div>
            </EmptyState>
          ) : (
            <Exports rows={items} />
          )
        }
      </Loaded>
    </div>
  )
}

function Exports({ rows }: { rows: readonly LedgerExport[] }) {
  const { t } = useLingui()
  const profileOf = useLabels(profileLabels)
  return (
    <PlainTable<LedgerExport>
      label={t`Exports`}
      rows={rows}
      keyOf={({ ledger_export_id }) => ledger_export_id}
      columns={[
        {
          id: 'created',
          title: t`Exported`,
          width: 'w-40',
          cell: ({ created_at }) => <When instant={created_at} />,
        },
        { id: 'by', title: t`By`, cell: ({ created_by }) => created_by ?? '—' },
        { id: 'entity', title: t`Billing entity`, width: 'w-32', cell: (row) => row.billing_entity_code },
        { id: 'profile', title: t`Format`, width: 'w-36', cell: ({ profile }) => profileOf(profile) },
        {
          id: 'days',
          title: t`Booking dates`,
          width: 'w-56',
          cell: ({ from, to }) =>
            from === null || to === null ? (
              t`Since last export`
            ) : (
              <>
                <OrderDay date={from} /> – <OrderDay date={to} />
              </>
            ),
        },
        {
          id: 'entries',
          title: t({ message: 'Entries', context: 'of the ledger' }),
          width: 'w-24',
          align: 'right',
          cell: ({ entries }) => entries,
        },
        {
          id: 'file',
          title: t`File`,
          cell: ({ ledger_export_id, file_name }) => (
            <a href={`/app/ledger-exports/${ledger_export_id}/file`} download={file_name} className="underline">
              {file_name}
            </a>
          ),
        },
      ]}
    />
  )
}
