import type { Sending } from '@cartage/contract/billing/app/sending'
import { useLingui } from '@lingui/react/macro'
import { lazy, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { CircleCheck, CircleX, Send } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { resendSendings, useSendingChange } from './queries.ts'

// Loaded on first use.
const MarkDialog = lazy(async () => ({ default: (await import('./mark.dialog.tsx')).MarkDialog }))

/** Actions on an ended sending: send it again, or record its result. */
export function SendingActions({ sending }: { sending: Sending }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayWrite = usePermission('invoice.write')
  const change = useSendingChange()
  const [asking, setAsking] = useState<'SENT' | 'FAILED'>()
  const { sending_id, status, has_repeat, document } = sending

  function resend() {
    change.mutate(
      async () => {
        const { items } = await resendSendings([sending_id])
        const rejected = items.find(({ is_done }) => !is_done)
        if (rejected) throw new NotSent(rejected.message ?? '')
      },
      {
        onSuccess: () => toasts.done(t`${document} is sent again`),
        onError: (error) =>
          toasts.failed(error instanceof NotSent ? { title: t`Not sent`, message: error.message } : failureOf(error)),
      },
    )
  }

  const hasEnded = status !== 'PENDING' && status !== 'STARTED'
  if (!mayWrite || !hasEnded || has_repeat) return null
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Button icon={Send} isBusy={change.isPending} onClick={resend}>
        {t`Send again`}
      </Button>
      {status !== 'SENT' && (
        <Button icon={CircleCheck} onClick={() => setAsking('SENT')}>
          {t`Mark sent`}
        </Button>
      )}
      {status === 'UNKNOWN' && (
        <Button icon={CircleX} onClick={() => setAsking('FAILED')}>
          {t`Mark as failed`}
        </Button>
      )}
      {asking !== undefined && (
        <LateDialog>
          <MarkDialog sending={sending} status={asking} onClose={() => setAsking(undefined)} />
        </LateDialog>
      )}
    </span>
  )
}

/** Thrown if the response states why it cannot be sent again. */
class NotSent extends Error {}
