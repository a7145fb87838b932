import { Trans } from '@lingui/react/macro'
import { BulkBar, BulkButton } from '../../lists/bulk-bar.tsx'
import { RotateCw } from '../../ui/icons.tsx'
import type { Selection } from '../../ui/table/selection.ts'
import { retryTasks } from './queries.ts'

/** Retries the selected tasks; each has its own result. */
export function TasksBulkBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} kinds={['task', 'invoice']}>
      {(bulk) => (
        <BulkButton bulk={bulk} icon={RotateCw} onClick={() => bulk.run(retryTasks)}>
          <Trans>Retry</Trans>
        </BulkButton>
      )}
    </BulkBar>
  )
}
