import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, useCallback, useMemo, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { NoRows } from '../../lists/no-rows.tsx'
import { usePermission } from '../../session/permission.ts'
import { useCommands } from '../../shell/commands.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Plus } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { useShownColumns } from '../../ui/table/columns-menu.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListFrame } from '../../ui/table/list-frame.tsx'
import { useCursor } from '../../ui/table/row-keys.ts'
import { ChartNoAxesCombined } from '../icons.tsx'
import { RatesNav } from '../rates-nav.tsx'
import { windowsOf } from '../windows.ts'
import { useIndexColumns } from './list.columns.tsx'
import { priceIndexesQuery } from './queries.ts'

// Loaded on first use.
const CreateIndexDialog = lazy(async () => ({ default: (await import('./create.dialog.tsx')).CreateIndexDialog }))

/** All price indexes, with their latest value and last day. */
export function PriceIndexesPage() {
  const { t } = useLingui()
  usePageTitle(t`Indexes`)
  const navigate = useNavigate()
  const mayWrite = usePermission('rate.write')
  const [isCreating, setIsCreating] = useState(false)
  const query = useQuery(priceIndexesQuery)
  const windows = windowsOf(query, query.data?.items)
  const shown = useShownColumns('rates-indexes', useIndexColumns())
  const cursor = useCursor()
  const open = (id: string) => void navigate({ to: '/rates/indexes/$indexId', params: { indexId: id } })
  const title = t`New index`
  const create = useCallback(() => setIsCreating(true), [])
  useCommands(
    useMemo(
      () => (mayWrite ? [{ id: 'new-index', title, icon: Plus, keys: 'n', run: create }] : []),
      [mayWrite, title, create],
    ),
  )
  return (
    <>
      <ListFrame<PriceIndexRecord>
        title={t`Rates`}
        views={<RatesNav here="/rates/indexes" />}
        actions={
          mayWrite && (
            <Button variant="brand" icon={Plus} keys="n" onClick={create}>
              {title}
            </Button>
          )
        }
        filters={null}
        total={windows.total}
        countLabels={(total) => t`${plural(total, { one: '# index', other: '# indexes' })}`}
        shown={shown}
        table={
          <DataTable
            label={t`Indexes`}
            columns={shown.columns}
            windows={windows}
            keyOf={(one) => one.price_index_id}
            nameOf={(one) => one.name}
            cursor={cursor}
            onPeek={(one) => open(one.price_index_id)}
            onOpen={(one) => open(one.price_index_id)}
            failure={windows.error ? failureOf(windows.error) : undefined}
            empty={
              <NoRows
                icon={ChartNoAxesCombined}
                title={t`No indexes yet`}
                text={t`An index holds dated values, such as a diesel surcharge. Lines of rate cards follow it.`}
                isFiltered={false}
                onClear={() => {}}
              />
            }
          />
        }
        panel={null}
      />
      {isCreating && (
        <LateDialog>
          <CreateIndexDialog onClose={() => setIsCreating(false)} onCreated={open} />
        </LateDialog>
      )}
    </>
  )
}
