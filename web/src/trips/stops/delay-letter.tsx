import { Trans, useLingui } from '@lingui/react/macro'
import { failureOf } from '../../api/failure.ts'
import { LetterFields, LetterVerb } from '../../mails/letter-fields.tsx'
import { useLetter } from '../../mails/use-letter.ts'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

/** E-mail to an order's customer about its delay. Explains if no delay is expected. */
export function DelayLetter({
  orderId,
  notifiedAt,
  onClose,
}: {
  orderId: string
  /** When the customer was last notified of a delay. */
  notifiedAt: string | null
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const letter = useLetter({ source: { type: 'order', id: orderId }, kind: 'DELAY' })
  const send = () =>
    letter.send(false, () => {
      toasts.done(t`E-mail queued`)
      onClose()
    })
  return (
    <section aria-label={t`Notify the customer`} className="grid gap-3 border-t border-line pt-3">
      <h3 className="flex flex-wrap gap-x-2 font-medium">
        <Trans>Notify the customer</Trans>
        {notifiedAt !== null && (
          <span className="font-normal text-ink-3">
            <Trans>
              last written to <RelativeTime instant={notifiedAt} />
            </Trans>
          </span>
        )}
      </h3>
      {letter.failure ? (
        <p className="text-ink-2">{failureOf(letter.failure).message}</p>
      ) : (
        <>
          <LetterFields letter={letter} orderId={orderId} />
          <div className="sticky -bottom-3 -mb-3 flex justify-end bg-surface py-3">
            <LetterVerb letter={letter} onSend={send} />
          </div>
        </>
      )}
    </section>
  )
}
