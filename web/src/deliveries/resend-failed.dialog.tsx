import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { subscriptionsQuery } from '../subscriptions/queries.ts'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { type Period, periods } from './address.ts'
import { useResendFailed } from './queries.ts'

const allEndpoints = 'all'

/** Resends all failed deliveries since a time, to one endpoint or to all. */
export function ResendFailedDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const resend = useResendFailed()
  const endpoints = useQuery(subscriptionsQuery).data?.items ?? []
  const [within, setWithin] = useState<Period>('24h')
  const [endpoint, setEndpoint] = useState(allEndpoints)

  function run() {
    const since = new Date(Date.now() - periods[within] * 3_600_000).toISOString()
    resend.mutate(
      { since, ...(endpoint !== allEndpoints && { subscription_id: endpoint }) },
      {
        onSuccess: ({ resent }) => {
          toasts.done(
            t`${plural(resent, { one: '# failed delivery', other: '# failed deliveries' })} queued for resend`,
          )
          onClose()
        },
        onError: (error) => toasts.failed(failureOf(error)),
      },
    )
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t`Resend failed deliveries`}
      text={t`Endpoints recognise a repeat by its webhook-id. Events of the same object stay in order.`}
      footer={<DialogFooter verb={<Trans>Resend</Trans>} onClose={onClose} onConfirm={run} isBusy={resend.isPending} />}
    >
      <div className="flex flex-col gap-3">
        <Field label={t`Period`} fault={undefined}>
          {(input) => (
            <Select
              {...input}
              choices={[
                { value: '1h', label: t`Last hour` },
                { value: '24h', label: t`Last 24 hours` },
                { value: '7d', label: t`Last 7 days` },
                { value: '30d', label: t`Last 30 days` },
              ]}
              value={within}
              onChange={setWithin}
            />
          )}
        </Field>
        <Field label={t`Endpoint`} fault={undefined}>
          {(input) => (
            <Select
              {...input}
              choices={[
                { value: allEndpoints, label: t`All endpoints` },
                ...endpoints.map(({ subscription_id, name }) => ({ value: subscription_id, label: name })),
              ]}
              value={endpoint}
              onChange={setEndpoint}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
