import type { PortalOrder, PortalRequest } from '@cartage/contract/doors/app/portal'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { isOutdated } from '../door.queries.ts'
import { dayText } from '../kit/moment.ts'
import { DoorNotice } from '../kit/notice.tsx'
import { PortalCard } from './parts.tsx'
import { useRequest } from './portal.queries.ts'

type Kind = 'CHANGE' | 'CANCEL'

/** The customer's requests to the office about an order: changes or cancellation, with their outcome (DOOR-15). */
export function Requests({ order }: { order: PortalOrder }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState<Kind | null>(null)
  const { order_id, requests, can_request } = order
  if (requests.length === 0 && can_request.length === 0) return null
  return (
    <PortalCard title={t`Change or cancel`}>
      {requests.length > 0 && (
        <ul className="grid gap-3">
          {requests.map((request) => (
            <li key={`${request.kind} ${request.requested_at}`}>
              <Asked request={request} />
            </li>
          ))}
        </ul>
      )}
      {asking !== null ? (
        <RequestForm orderId={order_id} kind={asking} onDone={() => setAsking(null)} />
      ) : (
        <div className="grid gap-3 md:grid-cols-2">
          {can_request.includes('CHANGE') && (
            <button type="button" className="door-button door-button-outline" onClick={() => setAsking('CHANGE')}>
              {t`Request a change…`}
            </button>
          )}
          {can_request.includes('CANCEL') && (
            <button type="button" className="door-button door-button-danger" onClick={() => setAsking('CANCEL')}>
              {t`Request cancellation…`}
            </button>
          )}
        </div>
      )}
    </PortalCard>
  )
}

function Asked({ request }: { request: PortalRequest }) {
  const { t, i18n } = useLingui()
  const { kind, state, text, answer, requested_at } = request
  const stateText = { OPEN: t`We answer soon`, ACCEPTED: t`Done`, DECLINED: t`Not possible` }[state] ?? state
  const tone = { ACCEPTED: 'text-green', DECLINED: 'text-red' }[state] ?? 'text-ink-2'
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">{kind === 'CANCEL' ? t`Cancellation requested` : t`Change requested`}</span>
        <span className="tnum text-[14px] text-ink-3">{dayText(i18n, requested_at)}</span>
      </p>
      {text !== null && <p className="text-[15px] break-words text-ink-2">{text}</p>}
      <p className={`font-medium break-words ${tone}`}>{[stateText, answer].filter(Boolean).join(' · ')}</p>
    </>
  )
}

function RequestForm({ orderId, kind, onDone }: { orderId: string; kind: Kind; onDone: () => void }) {
  const { t } = useLingui()
  const id = useId()
  const request = useRequest(orderId)
  const [text, setText] = useState('')
  const isReady = kind === 'CANCEL' || text.trim() !== ''
  function send(event: FormEvent) {
    event.preventDefault()
    if (isReady && !request.isPending) request.mutate({ kind, text: text.trim() || null }, { onSuccess: onDone })
  }
  return (
    <form className="grid gap-3" onSubmit={send}>
      <label htmlFor={id} className="text-[15px] font-medium">
        {kind === 'CHANGE' ? t`What should be changed?` : t`Reason`}
      </label>
      <textarea
        id={id}
        className="door-input"
        rows={3}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <NotSent error={request.error} />
      <div className="grid grid-cols-2 gap-3">
        <button type="button" className="door-button door-button-outline" onClick={onDone}>
          {t`Back`}
        </button>
        <button
          type="submit"
          className={`door-button ${kind === 'CANCEL' ? 'door-button-danger' : 'door-button-brand'}`}
          disabled={!isReady || request.isPending}
        >
          {kind === 'CANCEL' ? t`Request cancellation` : t`Send`}
        </button>
      </div>
    </form>
  )
}

function NotSent({ error }: { error: Error | null }) {
  const { t } = useLingui()
  if (error === null) return null
  if (isOutdated(error)) {
    return <DoorNotice tone="red" title={t`This is not possible any more`} text={t`Call the office.`} />
  }
  return <DoorNotice tone="red" title={t`It was not sent`} text={t`Check the connection and try again.`} />
}
