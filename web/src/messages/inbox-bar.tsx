import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { type Bulk, BulkBar, BulkButton } from '../lists/bulk-bar.tsx'
import { ReasonDialog } from '../lists/reason.dialog.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { RotateCw, X } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import type { Selection } from '../ui/table/selection.ts'
import { dismissItems, retryItems, useRetryAll } from './queries.ts'

/** Actions on the selected items. */
export function InboxBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} kinds={['inbox_item', 'message']}>
      {(bulk) => <Actions bulk={bulk} count={selection.count} />}
    </BulkBar>
  )
}

function Actions({ bulk, count }: { bulk: Bulk; count: number }) {
  const { t } = useLingui()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <>
      <BulkButton bulk={bulk} icon={RotateCw} onClick={() => bulk.run(retryItems)}>
        <Trans>Retry</Trans>
      </BulkButton>
      <BulkButton bulk={bulk} icon={X} onClick={() => setIsDialogOpen(true)}>
        <Trans>Dismiss…</Trans>
      </BulkButton>
      <ReasonDialog
        isOpen={isDialogOpen}
        title={t`Dismiss ${plural(count, { one: '# item', other: '# items' })}`}
        verb={t`Dismiss`}
        onClose={() => setIsDialogOpen(false)}
        onConfirm={(reason) => {
          setIsDialogOpen(false)
          bulk.run((ids) => dismissItems(ids, reason))
        }}
      />
    </>
  )
}

/** Retries all open items. */
export function RetryAll() {
  const { t } = useLingui()
  const toasts = useToasts()
  const retry = useRetryAll()
  const mayWrite = usePermission('message.write')
  if (!mayWrite) return null
  return (
    <Button
      icon={RotateCw}
      isBusy={retry.isPending}
      onClick={() =>
        retry.mutate(undefined, {
          onSuccess: ({ tried, resolved, requested }) => {
            const fits = t`${resolved} of ${tried} items resolved`
            const says =
              requested > 0
                ? `${fits}. ${t`${plural(requested, { one: '# upload queued to run again', other: '# uploads queued to run again' })}`}`
                : fits
            const open = tried - resolved - requested
            if (open === 0) toasts.done(says)
            else {
              const message = t`${plural(open, { one: '# unresolved message', other: '# unresolved messages' })}`
              toasts.failed({ title: says, message })
            }
          },
          onError: (error) => toasts.failed(failureOf(error)),
        })
      }
    >
      <Trans>Retry all</Trans>
    </Button>
  )
}
