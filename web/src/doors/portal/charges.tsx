import type { PortalCharge } from '@cartage/contract/doors/app/portal'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DoorNotice } from '../kit/notice.tsx'
import { approvalLabels } from './labels.ts'
import { PortalCard } from './parts.tsx'
import { useDecide } from './portal.queries.ts'

interface ChargesProps {
  orderId: string
  charges: readonly PortalCharge[]
}

/** Charges of an order awaiting the customer's approval, and decided ones (PORTAL-5). */
export function Charges({ orderId, charges }: ChargesProps) {
  const { t } = useLingui()
  return (
    <PortalCard title={t`Extra charges`}>
      <ul className="grid gap-4">
        {charges.map((charge) => (
          <li key={charge.charge_id}>
            <Charge orderId={orderId} charge={charge} />
          </li>
        ))}
      </ul>
    </PortalCard>
  )
}

function Charge({ orderId, charge }: { orderId: string; charge: PortalCharge }) {
  const { t, i18n } = useLingui()
  const decide = useDecide(orderId)
  const [comment, setComment] = useState('')
  const [isRejecting, setRejecting] = useState(false)
  const { charge_id, name, description, amount, currency, approval } = charge
  const send = (decision: 'APPROVED' | 'REJECTED') =>
    decide.mutate({ charge_id, approval: decision, comment: comment.trim() || null })
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0">
          <span className="font-semibold">{name}</span>
          {description !== '' && <span className="block text-[15px] break-words text-ink-2">{description}</span>}
        </span>
        <span className="tnum font-semibold">{i18n.number(Number(amount), { style: 'currency', currency })}</span>
      </div>
      {decide.error && (
        <DoorNotice
          tone="red"
          title={t`The decision could not be sent.`}
          text={t`Check the connection and try again.`}
        />
      )}
      {approval === 'REQUESTED' ? (
        <div className="grid gap-2 pt-2 md:grid-cols-[1fr_auto_auto]">
          <input
            className="door-input"
            aria-label={t`Comment`}
            placeholder={t`Comment`}
            maxLength={1_000}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          {isRejecting ? (
            <>
              <button type="button" className="door-button door-button-outline" onClick={() => setRejecting(false)}>
                {t`Back`}
              </button>
              <button
                type="button"
                className="door-button door-button-danger"
                disabled={decide.isPending}
                onClick={() => send('REJECTED')}
              >
                {t`Reject charge`}
              </button>
            </>
          ) : (
            <>
              <button
                type="button"
                className="door-button door-button-brand"
                disabled={decide.isPending}
                onClick={() => send('APPROVED')}
              >
                {t`Approve`}
              </button>
              <button type="button" className="door-button door-button-danger" onClick={() => setRejecting(true)}>
                {t`Reject…`}
              </button>
            </>
          )}
        </div>
      ) : (
        <p className={approval === 'APPROVED' ? 'pt-1 font-medium text-green' : 'pt-1 font-medium text-red'}>
          {[t(approvalLabels[approval]), charge.comment].filter(Boolean).join(' · ')}
        </p>
      )}
    </>
  )
}
