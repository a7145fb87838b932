import { Trans } from '@lingui/react/macro'
import { BulkBar, BulkButton } from '../lists/bulk-bar.tsx'
import { RotateCw, X } from '../ui/icons.tsx'
import type { Selection } from '../ui/table/selection.ts'
import { type DeliveryKey, dismiss, resend } from './queries.ts'

/** Resends or dismisses the selected deliveries. */
export function ResendBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} kinds={['delivery']}>
      {(bulk) => (
        <>
          <BulkButton bulk={bulk} icon={RotateCw} onClick={() => bulk.run((keys) => resend(keys.map(partsOf)))}>
            <Trans>Resend</Trans>
          </BulkButton>
          <BulkButton bulk={bulk} icon={X} onClick={() => bulk.run((keys) => dismiss(keys.map(partsOf)))}>
            <Trans>Dismiss</Trans>
          </BulkButton>
        </>
      )}
    </BulkBar>
  )
}

function partsOf(key: string): DeliveryKey {
  const [event_id, subscription_id] = key.split('.') as [string, string]
  return { event_id, subscription_id }
}
