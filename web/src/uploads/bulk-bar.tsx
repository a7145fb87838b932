import { Trans, useLingui } from '@lingui/react/macro'
import { failureOf } from '../api/failure.ts'
import { BulkBar, BulkButton } from '../lists/bulk-bar.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { RotateCw } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import type { Selection } from '../ui/table/selection.ts'
import { retryUploads, useRetryCause } from './queries.ts'

/** Repeats the selected uploads. */
export function UploadsBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} kinds={['upload']}>
      {(bulk) => (
        <BulkButton bulk={bulk} icon={RotateCw} onClick={() => bulk.run(retryUploads)}>
          <Trans>Run again</Trans>
        </BulkButton>
      )}
    </BulkBar>
  )
}

/** Repeats all uploads that failed for the same reason. */
export function RetryCause({ cause }: { cause: string }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const retry = useRetryCause()
  const mayWrite = usePermission('order.write')
  if (!mayWrite) return null
  return (
    <Button
      icon={RotateCw}
      isBusy={retry.isPending}
      onClick={() =>
        retry.mutate(cause, {
          onSuccess: ({ found, requested, is_more }) => {
            const summary = t`${requested} of ${found} uploads queued to run again`
            toasts.done(is_more ? `${summary}. ${t`More remain: run again.`}` : summary)
          },
          onError: (error) => toasts.failed(failureOf(error)),
        })
      }
    >
      <Trans>Run all with this cause again</Trans>
    </Button>
  )
}
