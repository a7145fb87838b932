import type { BulkAnswer } from '@cartage/contract/listing'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import { Button } from '../ui/button.tsx'
import type { IconComponent } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { mostAtOnce, type Selection } from '../ui/table/selection.ts'
import { BulkResults, type RejectedRow } from './bulk-results.tsx'

/** Runs an action on the selected rows. */
export interface Bulk {
  run(work: (keys: string[]) => Promise<BulkAnswer>): void
  isBusy: boolean
  /** More rows are selected than one request allows. */
  isTooMuch: boolean
}

interface BulkBarProps {
  selection: Selection
  /** Maximum number of rows per request. */
  most?: number
  /** Query key prefixes to refresh afterwards. */
  kinds: readonly string[]
  /** Formatted total of the selected rows. */
  sums?: ReactNode
  /** Action buttons. */
  children: (bulk: Bulk) => ReactNode
}

/** Button that runs an action on the selected rows. */
export function BulkButton({
  bulk,
  icon,
  onClick,
  children,
}: {
  bulk: Bulk
  icon?: IconComponent
  onClick: () => void
  children: ReactNode
}) {
  const [isPressed, setIsPressed] = useState(false)
  function press() {
    setIsPressed(true)
    onClick()
  }
  return (
    <Button
      {...(icon && { icon })}
      disabled={bulk.isTooMuch || bulk.isBusy}
      isBusy={bulk.isBusy && isPressed}
      onClick={press}
    >
      {children}
    </Button>
  )
}

/** Bar below a list with selected rows: bulk actions, then the result of each row. */
export function BulkBar({ selection, most = mostAtOnce, kinds, sums, children }: BulkBarProps) {
  const { t } = useLingui()
  const toasts = useToasts()
  const [rejected, setRejected] = useState<readonly RejectedRow[]>([])
  const change = useBulkChange(kinds)
  const isTooMuch = selection.count > most
  const total = selection.total ?? 0

  function run(work: (keys: string[]) => Promise<BulkAnswer>) {
    const keys = [...selection.keys]
    change.mutate(() => work(keys), {
      onSuccess: ({ items }) => {
        const done = items.filter((item) => item.is_done).length
        if (done > 0) toasts.done(t`${done} of ${items.length} done`)
        setRejected(
          items
            .filter((item) => !item.is_done)
            .map(({ id, message }) => {
              return { key: id, label: selection.labelOf(id), path: selection.pathOf(id), message: message ?? '' }
            }),
        )
        selection.clear()
      },
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }

  return (
    <>
      {selection.count > 0 && (
        <div className="flex h-11 shrink-0 items-center gap-2 overflow-x-auto border-t border-line bg-brand-soft px-4">
          <span className="tnum flex-1 font-medium whitespace-nowrap" role="status">
            {selection.count === mostAtOnce && total > mostAtOnce ? (
              <Trans>
                {selection.count} of {total} selected
              </Trans>
            ) : (
              <Trans>{selection.count} selected</Trans>
            )}
            {sums && <span className="pl-2 font-normal text-ink-2">{sums}</span>}
            {isTooMuch && (
              <span className="pl-2 font-normal text-ink-2">
                <Trans>Select at most {most}.</Trans>
              </span>
            )}
          </span>
          {children({ run, isBusy: change.isPending, isTooMuch })}
          <Button variant="ghost" onClick={selection.clear}>
            <Trans>Clear</Trans>
          </Button>
        </div>
      )}
      <BulkResults rejected={rejected} onClose={() => setRejected([])} />
    </>
  )
}

function useBulkChange(kinds: readonly string[]) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<BulkAnswer>) => work(),
    onSettled: () => {
      void refresh(queryClient, ...kinds)
    },
  })
}
