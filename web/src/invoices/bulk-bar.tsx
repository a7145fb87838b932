import { Trans } from '@lingui/react/macro'
import { BulkBar, BulkButton } from '../lists/bulk-bar.tsx'
import { Send } from '../ui/icons.tsx'
import type { Selection } from '../ui/table/selection.ts'
import { sendInvoices } from './queries.ts'

/** Sends the selected documents according to their customers' preferences; unsent ones show the reason. */
export function InvoicesBulkBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} kinds={['invoice', 'mail']}>
      {(bulk) => (
        <BulkButton bulk={bulk} icon={Send} onClick={() => bulk.run(sendInvoices)}>
          <Trans context="verb">Send</Trans>
        </BulkButton>
      )}
    </BulkBar>
  )
}
