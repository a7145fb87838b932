import type { UnplacedPurchase } from '@cartage/contract/purchases/app/unplaced'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import { failureOf } from '../../api/failure.ts'
import { usePermission } from '../../session/permission.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Inbox } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useShownColumns } from '../../ui/table/columns-menu.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListFrame } from '../../ui/table/list-frame.tsx'
import { useCursor } from '../../ui/table/row-keys.ts'
import { useWindows } from '../../ui/table/row-windows.ts'
import { PurchaseDrop } from '../drop.section.tsx'
import { loadUnplaced } from './queries.ts'
import { useUnplacedColumns } from './unplaced.columns.tsx'

// Loaded on first use.
const UnplacedPanel = lazy(async () => ({ default: (await import('./unplaced.panel.tsx')).UnplacedPanel }))

/** Suppliers' documents that need a user: the supplier is unknown, or the amounts do not add up. */
export function UnplacedList({
  views,
  openKey,
  onOpen,
  onClose,
}: {
  views: ReactNode
  openKey: string | undefined
  onOpen: (key: string) => void
  onClose: () => void
}) {
  const { t } = useLingui()
  usePageTitle(t`Purchases`)
  const windows = useWindows<UnplacedPurchase>(['purchases', 'unplaced', 'list'], loadUnplaced)
  const shown = useShownColumns('unplaced-purchases', useUnplacedColumns())
  const mayWrite = usePermission('invoice.write')
  const open = ({ inbox_item_id }: UnplacedPurchase) => onOpen(inbox_item_id)
  return (
    <ListFrame
      title={t`Purchases`}
      views={views}
      actions={null}
      filters={null}
      notice={mayWrite && <PurchaseDrop />}
      total={windows.total}
      countLabels={(total) => t`${plural(total, { one: '# document', other: '# documents' })}`}
      shown={shown}
      table={
        <DataTable
          label={t`To assign`}
          columns={shown.columns}
          windows={windows}
          keyOf={({ inbox_item_id }) => inbox_item_id}
          nameOf={({ external_name, reason }) => external_name ?? reason}
          cursor={useCursor()}
          openKey={openKey}
          onPeek={open}
          onOpen={open}
          failure={windows.error ? failureOf(windows.error) : undefined}
          empty={
            <EmptyState
              icon={Inbox}
              title={t`No documents to place`}
              text={t`Supplier documents that could not be placed appear here with the reason.`}
            />
          }
        />
      }
      panel={
        openKey !== undefined && (
          <Suspense fallback={null}>
            <UnplacedPanel key={openKey} itemId={openKey} onClose={onClose} />
          </Suspense>
        )
      }
    />
  )
}
