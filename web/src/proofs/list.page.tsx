import type { OrderWithoutProof } from '@cartage/contract/proofs/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { DocumentViews } from '../documents/views.tsx'
import { Loaded } from '../records/loaded.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { CircleCheck } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { useProofColumns } from './list.columns.tsx'
import { proofsQuery } from './queries.ts'

// Loaded on first use.
const SendDialog = lazy(async () => ({ default: (await import('../mails/send.dialog.tsx')).SendDialog }))

const proofsRoute = getRouteApi('/shell/documents/proofs')

/** Completed orders whose proof of delivery is missing or awaits a decision, oldest first. */
export function ProofsPage() {
  const { t } = useLingui()
  const { state = 'WITHOUT' } = proofsRoute.useSearch()
  usePageTitle(t`Documents`)
  return (
    <>
      <PageHeader title={t`Documents`}>
        <DocumentViews />
      </PageHeader>
      <Proofs key={state} state={state} />
    </>
  )
}

function Proofs({ state }: { state: 'WITHOUT' | 'TO_REVIEW' }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(proofsQuery(state))
  const [asking, setAsking] = useState<OrderWithoutProof>()
  const columns = useProofColumns(setAsking)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Loaded query={query}>
        {({ pages }) => {
          const orders = pages.flatMap(({ items }) => items)
          if (orders.length === 0) return <NoProofs state={state} />
          return (
            <div className="p-4">
              <PlainTable<OrderWithoutProof>
                label={state === 'WITHOUT' ? t`Missing proof of delivery` : t`Proofs to review`}
                rows={orders}
                keyOf={keyOf}
                columns={columns}
              />
              {query.hasNextPage && (
                <Button className="mt-4" onClick={() => query.fetchNextPage()} isBusy={query.isFetchingNextPage}>
                  <Trans>Show more</Trans>
                </Button>
              )}
            </div>
          )
        }}
      </Loaded>
      {asking && (
        <LateDialog>
          <SendDialog
            mail={{ source: { type: 'order', id: asking.order_id }, kind: 'PROOF_REQUEST' }}
            onClose={() => {
              setAsking(undefined)
              void query.refetch()
            }}
          />
        </LateDialog>
      )}
    </div>
  )
}

const keyOf = ({ order_id }: OrderWithoutProof) => order_id

function NoProofs({ state }: { state: 'WITHOUT' | 'TO_REVIEW' }) {
  const { t } = useLingui()
  return state === 'WITHOUT' ? (
    <EmptyState icon={CircleCheck} title={t`No proof of delivery missing`} text={t`All completed orders have one.`} />
  ) : (
    <EmptyState
      icon={CircleCheck}
      title={t`No proofs to review`}
      text={t`Proofs of delivery of completed orders appear here until they are accepted or rejected.`}
    />
  )
}
