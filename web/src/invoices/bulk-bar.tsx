import { Trans } from '@lingui/react/macro'
import { BulkBar, BulkButton } from '../lists/bulk-bar.tsx'
import { Send } from '../ui/icons.tsx'
import type { Selection } from '../ui/table/selection.ts'
import { sendInvoices } from './queries.ts'

/** Sends the chosen documents as the preferences of their customers say; what was not sent says why. */
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
