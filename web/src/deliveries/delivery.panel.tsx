import type { DeliveryDetail } from '@cartage/contract/deliveries/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { failureOf } from '../api/failure.ts'
import { useLabels } from '../records/code-labels.ts'
import { deliveryLabels } from '../records/event.labels.ts'
import { recordLabels } from '../records/record.labels.ts'
import { usePermission } from '../session/permission.ts'
import { useCommands } from '../shell/commands.ts'
import { RecordLink } from '../shell/record-path.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { RotateCw } from '../ui/icons.tsx'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { Countdown } from '../ui/time/countdown.tsx'
import { LogTime } from '../ui/time/log-time.tsx'
import { Attempts } from './attempts.tsx'
import { curlOf } from './curl.ts'
import { Terminal } from './icons.tsx'
import { deliveryQuery, useResend } from './queries.ts'
import { DeliveryState, useDeliveryReason } from './status.labels.tsx'

/** One delivery next to the list: all attempts with request and response, and a resend action. */
export function DeliveryPanel({
  eventId,
  subscriptionId,
  onClose,
}: {
  eventId: string
  subscriptionId: string
  onClose: () => void
}) {
  const { t } = useLingui()
  const eventLabel = useLabels(deliveryLabels)
  const query = useQuery(deliveryQuery(eventId, subscriptionId))
  const delivery = query.data
  return (
    <SidePanel
      isWide
      label={t`Webhook delivery`}
      title={
        delivery && (
          <>
            <span className="truncate" title={delivery.type}>
              {eventLabel(delivery.type)}
            </span>
            <DeliveryState delivery={delivery} />
          </>
        )
      }
      actions={delivery && <Actions delivery={delivery} />}
      onClose={onClose}
    >
      {query.error !== null && (
        <div className="py-3">
          <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
        </div>
      )}
      {delivery && <Facts delivery={delivery} />}
      {delivery && <Attempts delivery={delivery} />}
    </SidePanel>
  )
}

function Actions({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { mutate, isPending } = useResend()
  const mayWrite = usePermission('delivery.write')
  const { event_id, subscription_id, url, body, tries, channel } = delivery
  const canResend = mayWrite && delivery.state !== 'PENDING' && delivery.receiver !== null
  const resend = useCallback(
    () =>
      mutate([{ event_id, subscription_id }], {
        onSuccess: ({ items: [result] }) => {
          if (result?.is_done) toasts.done(t`Queued for resend`)
          else toasts.failed({ title: t`Nothing resent`, message: result?.message ?? '' })
        },
        onError: (error) => toasts.failed(failureOf(error)),
      }),
    [mutate, event_id, subscription_id, toasts, t],
  )
  const copy = useCallback(async () => {
    const headers = tries.at(-1)?.request_headers ?? {}
    await navigator.clipboard?.writeText(curlOf({ url: url ?? '', headers, body }))
    toasts.done(t`Copied as curl`)
  }, [tries, url, body, toasts, t])
  useCommands(
    useMemo(
      () => [
        ...(canResend ? [{ id: 'resend', title: t`Resend delivery`, icon: RotateCw, keys: 'r', run: resend }] : []),
        ...(channel === 'HTTPS' ? [{ id: 'curl', title: t`Copy as curl`, icon: Terminal, keys: 'u', run: copy }] : []),
      ],
      [canResend, channel, resend, copy, t],
    ),
  )
  return (
    <>
      {channel === 'HTTPS' && <IconButton icon={Terminal} label={t`Copy as curl`} keys="u" onClick={copy} />}
      {canResend && (
        <Button variant="brand" icon={RotateCw} keys="r" onClick={resend} isBusy={isPending}>
          <Trans>Resend</Trans>
        </Button>
      )}
    </>
  )
}

function Facts({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useLingui()
  const recordLabel = useLabels(recordLabels)
  const reasonText = useDeliveryReason()
  const { order_id, order_number, entity_type, entity_id, entity_name, event_id, due_at, reason, receiver_state } =
    delivery
  return (
    <Section>
      <Properties>
        <Property name={t`Endpoint`}>
          <span className="font-medium">{delivery.receiver ?? t`removed`}</span>
          <span className="block text-ink-2">{delivery.url}</span>
        </Property>
        <Property name={t`Object`}>
          <RecordLink
            kind={order_id === null ? entity_type : 'order'}
            id={order_id ?? entity_id}
            className="font-medium text-brand-ink underline-offset-2 hover:underline"
          >
            {[recordLabel(entity_type), entity_name ?? order_number].filter(Boolean).join(' ')}
          </RecordLink>{' '}
          <span className="tnum text-ink-3">#{delivery.sequence}</span>
        </Property>
        <Property name={t`Event ID`}>
          <span className="inline-flex items-center gap-1 font-mono text-[11.5px]">
            {event_id}
            <CopyButton text={event_id} label={t`Copy event ID`} />
          </span>
        </Property>
        <Property name={t`Happened`}>
          <LogTime instant={delivery.occurred_at} />
        </Property>
        {reason !== null && (
          <Property name={t`Reason`}>
            <span className="text-red">{reasonText(reason)}</span>
          </Property>
        )}
        {due_at !== null && (
          <Property name={t`Next retry`}>
            {receiver_state === 'PAUSED' ? <Trans>when the endpoint resumes</Trans> : <Countdown until={due_at} />}
          </Property>
        )}
      </Properties>
    </Section>
  )
}
