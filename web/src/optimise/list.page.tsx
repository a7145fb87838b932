import type { Optimisation } from '@cartage/contract/planning/app/optimise'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { failureOf } from '../api/failure.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Sparkles } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { useShownColumns } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { ListFrame } from '../ui/table/list-frame.tsx'
import { useCursor } from '../ui/table/row-keys.ts'
import { useWindows } from '../ui/table/row-windows.ts'
import { useOptimisationColumns } from './list.columns.tsx'
import { loadOptimisations } from './queries.ts'

/** Optimisation runs, including failed ones. */
export function OptimisationsPage() {
  const { t } = useLingui()
  usePageTitle(t`Suggested trips`)
  const navigate = useNavigate()
  const windows = useWindows<Optimisation>(['optimisations', 'list'], loadOptimisations)
  const shown = useShownColumns('optimisations', useOptimisationColumns())
  const open = ({ optimisation_id }: Optimisation) => void navigate({ href: `/optimisations/${optimisation_id}` })
  return (
    <ListFrame
      title={t`Suggested trips`}
      views={null}
      actions={null}
      filters={null}
      total={windows.total}
      countLabels={(total) => t`${plural(total, { one: '# suggestion', other: '# suggestions' })}`}
      shown={shown}
      table={
        <DataTable
          label={t`Suggested trips`}
          columns={shown.columns}
          windows={windows}
          keyOf={({ optimisation_id }) => optimisation_id}
          cursor={useCursor()}
          onPeek={open}
          onOpen={open}
          failure={windows.error ? failureOf(windows.error) : undefined}
          empty={
            <EmptyState
              icon={Sparkles}
              title={t`No suggestions yet`}
              text={t`Select orders in the list of orders and choose Plan these.`}
            >
              <div className="pt-4">
                <Link to="/orders" search={{ status: 'TO_PLAN' }} className="btn btn-outline">
                  <Trans>Unplanned orders</Trans>
                </Link>
              </div>
            </EmptyState>
          }
        />
      }
      panel={null}
    />
  )
}
