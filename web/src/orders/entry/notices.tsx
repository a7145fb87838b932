import type { SimilarOrder } from '@cartage/contract/orders/app/entry'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Copy, TriangleAlert } from '../../ui/icons.tsx'
import { RequestId } from '../../ui/page/error-panel.tsx'
import { useFieldLabels } from './field.labels.ts'
import type { EntryFault } from './form-faults.ts'
import { fieldId } from './form-fields.tsx'

/** All errors, with links to their fields. */
export function FaultSummary({ faults, requestId }: { faults: readonly EntryFault[]; requestId: string | undefined }) {
  const nameOf = useFieldLabels()
  if (faults.length === 0) return null
  const ofFields = faults.filter(({ field }) => field !== null).length
  return (
    <div role="alert" className="border-b border-red-line bg-red-soft px-5 py-2.5">
      <p className="flex items-center gap-2 font-semibold text-red">
        <TriangleAlert size={14} aria-hidden="true" />
        {ofFields === 0 ? (
          <Trans>Not saved</Trans>
        ) : (
          <Plural value={ofFields} one="Not saved: check # field" other="Not saved: check # fields" />
        )}
      </p>
      <ul className="pt-1 pl-[22px]">
        {faults.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            {field === null ? (
              message
            ) : (
              <a
                href={`#${fieldId(field)}`}
                className="inline-flex min-h-6 items-center gap-1 underline decoration-line-strong hover:decoration-current"
                onClick={(event) => {
                  event.preventDefault()
                  focusField(field)
                }}
              >
                <span className="font-medium">{nameOf(field)}:</span> {message}
              </a>
            )}
          </li>
        ))}
      </ul>
      {requestId !== undefined && (
        <div className="pl-[22px]">
          <RequestId id={requestId} />
        </div>
      )}
    </div>
  )
}

/** Focuses a field. */
export function focusField(field: string): void {
  const element = document.getElementById(fieldId(field))
  element?.scrollIntoView({ block: 'nearest' })
  element?.focus()
}

/** Orders that the entry may duplicate. */
export function SimilarNotice({
  orders,
  isBusy,
  onSave,
}: {
  orders: readonly SimilarOrder[]
  isBusy: boolean
  /** Saves despite similar orders. */
  onSave: () => void
}) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  // Focuses the confirmation, so that Enter confirms it. Pressing Save checks again.
  useEffect(() => {
    if (orders.length > 0) box.current?.querySelector('button')?.focus()
  }, [orders])
  if (orders.length === 0) return null
  const why = { IDENTIFIER: t`has this reference ID`, REFERENCE: t`has the same customer, reference and date` }
  return (
    <div
      ref={box}
      role="status"
      className="flex items-start gap-2 border-b border-line bg-amber-soft px-5 py-2 text-ink"
    >
      <Copy size={14} className="mt-0.5 shrink-0 text-amber" aria-hidden="true" />
      <div className="flex-1">
        <p className="font-medium">
          <Trans>Possible duplicate</Trans>
        </p>
        {orders.map((order) => (
          <p key={order.order_id + order.why}>
            <Link
              to="/orders/$orderId"
              params={{ orderId: order.order_id }}
              target="_blank"
              className="inline-flex min-h-6 items-center font-medium underline tnum"
            >
              <Trans>Open {order.order_number}</Trans>
            </Link>{' '}
            {why[order.why]}
          </p>
        ))}
      </div>
      <Button isBusy={isBusy} onClick={onSave}>
        <Trans>Save anyway</Trans>
      </Button>
    </div>
  )
}
