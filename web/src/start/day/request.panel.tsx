import type { DayException } from '@cartage/contract/app/day'
import type { DoorDecision } from '@cartage/contract/doors/app/requests'
import { decideCarrierOffer, decideOrderRequest } from '@cartage/contract/doors/app/requests'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/failure.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { When } from '../../ui/time/when.tsx'

type Request = NonNullable<DayException['request']>

/** Request of a carrier or customer with its time, and the action that settles it (DOOR-14, DOOR-15). */
export function DoorRequest({ one, request }: { one: DayException; request: Request }) {
  const { t, i18n } = useLingui()
  const { kind, amount, agreed, currency, text, requested_by, requested_at } = request
  const money = (value: string) => i18n.number(Number(value), { style: 'currency', currency: currency ?? 'EUR' })
  const asked = amount === null ? null : money(amount)
  const now = agreed === null ? null : money(agreed)
  const price = asked !== null && (now === null ? t`Asks ${asked}` : t`Asks ${asked} instead of ${now}`)
  const mayDecide = usePermission(kind === 'OFFER' ? 'dispatch.write' : 'order.write')
  return (
    <div className="col-span-full flex flex-wrap items-end justify-between gap-x-3 gap-y-1 pt-1 pb-1">
      <p className="min-w-0 grow basis-60 text-[12px] break-words text-ink-2">
        {[price, text, requested_by].filter(Boolean).join(' · ')} · <When instant={requested_at} />
      </p>
      {mayDecide && <Decide one={one} request={request} />}
    </div>
  )
}

function useDecide({ trip_id, order_id }: DayException, { door_request_id, kind }: Request) {
  const { t } = useLingui()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: DoorDecision) =>
      kind === 'OFFER'
        ? call(decideCarrierOffer, { params: { trip_id: trip_id ?? '', door_request_id }, body })
        : call(decideOrderRequest, { params: { order_id: order_id ?? '', door_request_id }, body }),
    onSuccess: () => toasts.done(t`Answered`),
    onError: (error) => toasts.failed(failureOf(error)),
    onSettled: () => refresh(queryClient, 'trip', 'order', 'charge'),
  })
}

/** Decisions on a request. A cancellation is final, so it takes a second step, like declining. */
function Decide({ one, request }: { one: DayException; request: Request }) {
  const { t } = useLingui()
  const { mutate, isPending } = useDecide(one, request)
  const [asking, setAsking] = useState<DoorDecision['decision'] | null>(null)
  const { kind } = request
  const name = (kind === 'OFFER' ? one.trip_name : one.order_number) ?? ''
  if (asking !== null) {
    return <Answer decision={asking} isBusy={isPending} onSend={mutate} onBack={() => setAsking(null)} />
  }
  return (
    <span className="flex shrink-0 gap-1.5">
      <Button aria-label={t`Decline: ${name}`} onClick={() => setAsking('DECLINED')}>
        <Trans>Decline…</Trans>
      </Button>
      {kind === 'CANCEL' ? (
        <Button variant="danger" aria-label={t`Cancel order: ${name}`} onClick={() => setAsking('ACCEPTED')}>
          <Trans>Cancel order…</Trans>
        </Button>
      ) : (
        <Accept kind={kind} name={name} isBusy={isPending} onClick={() => mutate({ decision: 'ACCEPTED' })} />
      )}
    </span>
  )
}

interface AcceptProps {
  kind: Request['kind']
  name: string
  isBusy: boolean
  onClick: () => void
}

function Accept({ kind, name, isBusy, onClick }: AcceptProps) {
  const { t } = useLingui()
  if (kind === 'OFFER') {
    return (
      <Button variant="brand" isBusy={isBusy} aria-label={t`Accept the price: ${name}`} onClick={onClick}>
        <Trans>Accept the price</Trans>
      </Button>
    )
  }
  return (
    <Button variant="brand" isBusy={isBusy} aria-label={t`Changed: ${name}`} onClick={onClick}>
      <Trans context="what a customer asked for was done">Changed</Trans>
    </Button>
  )
}

interface AnswerProps {
  decision: DoorDecision['decision']
  isBusy: boolean
  onSend: (body: DoorDecision) => void
  onBack: () => void
}

/** Message to the requester: the reason for declining, or an optional one on cancellation. */
function Answer({ decision, isBusy, onSend, onBack }: AnswerProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const answer = text.trim()
  const isDeclining = decision === 'DECLINED'
  const label = isDeclining ? t`Reason` : t`Answer to the customer, optional`
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend(isDeclining ? { decision, answer } : { decision, answer: answer || null })
  }
  return (
    <form className="flex w-full gap-1.5 sm:w-112" onSubmit={send}>
      <input
        ref={field}
        className="input min-w-0 flex-1"
        aria-label={label}
        placeholder={label}
        maxLength={1_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button onClick={onBack}>
        <Trans>Back</Trans>
      </Button>
      <Button
        type="submit"
        variant={isDeclining ? 'outline' : 'danger'}
        isBusy={isBusy}
        disabled={isDeclining && answer === ''}
      >
        {isDeclining ? <Trans>Decline</Trans> : <Trans>Cancel order</Trans>}
      </Button>
    </form>
  )
}
