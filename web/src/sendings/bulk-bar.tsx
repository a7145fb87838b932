import { Trans } from '@lingui/react/macro'
import { BulkBar, BulkButton } from '../lists/bulk-bar.tsx'
import { Send } from '../ui/icons.tsx'
import type { Selection } from '../ui/table/selection.ts'
import { resendSendings } from './queries.ts'

/** Sends the selected sendings again, each with its own result. */
export function SendingsBulkBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} kinds={['invoice', 'mail']}>
      {(bulk) => (
        <BulkButton bulk={bulk} icon={Send} onClick={() => bulk.run(resendSendings)}>
          <Trans>Send again</Trans>
        </BulkButton>
      )}
    </BulkBar>
  )
}
