import { resendDeliveries } from '@cartage/contract/app/deliveries'
import { Trans } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { BulkBar } from '../lists/bulk-bar.tsx'
import { call } from '../shell/call.ts'
import { Button } from '../ui/button.tsx'
import type { Selection } from '../ui/selection.ts'

/** Sends the chosen deliveries again. */
export function ResendBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} concerned={['deliveries', 'events', 'counts', 'subscriptions']}>
      {({ run, isBusy, isTooMuch }) => (
        <Button
          icon={RotateCw}
          disabled={isTooMuch}
          isBusy={isBusy}
          onClick={() =>
            run((keys) => {
              const chosen = keys.map((key) => key.split('.') as [string, string])
              const deliveries = chosen.map(([event_id, subscription_id]) => ({ event_id, subscription_id }))
              return call(resendDeliveries, { body: { deliveries } })
            })
          }
        >
          <Trans>Resend</Trans>
        </Button>
      )}
    </BulkBar>
  )
}
