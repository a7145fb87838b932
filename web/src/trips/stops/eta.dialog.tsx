import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ReadAs, useReading } from '../../ui/form/typed-time.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { readEta } from '../../ui/time/read-eta.ts'
import { When, whenText } from '../../ui/time/when.tsx'
import { EnteredBy } from './entered-by.tsx'
import { useEtaReport } from './eta.queries.ts'

const DelayLetter = lazy(async () => ({ default: (await import('./delay-letter.tsx')).DelayLetter }))

/** A stop still to be reached, with its known times. */
export interface ExpectedStop {
  stop_id: string
  time_zone: string
  /** End of the requested window. */
  asked_to: string | null
  expected_at: string | null
  said: { at: string; by: string | null } | null
  notified_at?: string | null
}

/** ETA-4: records when a stop will be reached, and notifies the order's customer. */
export function EtaDialog({
  stop,
  place,
  tripName,
  orderId,
  onClose,
}: {
  stop: ExpectedStop
  place: string
  tripName: string
  /** The order served at the stop. */
  orderId: string | null
  onClose: () => void
}) {
  const { t } = useLingui()
  const mayWrite = usePermission('order.write')
  const [saved, setSaved] = useState(0)
  const report = useEtaReport()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`ETA in ${place}`}
      text={<Known stop={stop} tripName={tripName} />}
      className="w-[640px]"
    >
      <div className="grid gap-4">
        <EtaForm stop={stop} place={place} report={report} onSaved={() => setSaved(saved + 1)} />
        {orderId !== null && mayWrite && (
          <Suspense>
            {/* A new ETA changes the text, so it is locked while saving. */}
            <fieldset disabled={report.isPending} className="contents">
              <DelayLetter key={saved} orderId={orderId} notifiedAt={stop.notified_at ?? null} onClose={onClose} />
            </fieldset>
          </Suspense>
        )}
      </div>
    </Dialog>
  )
}

function Known({
  stop: { asked_to, expected_at, said, time_zone },
  tripName,
}: {
  stop: ExpectedStop
  tripName: string
}) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>{tripName}</span>
      {asked_to !== null && (
        <span>
          <Trans>
            Requested until <When instant={asked_to} zone={time_zone} />
          </Trans>
        </span>
      )}
      {expected_at !== null && (
        <span>
          <Trans>
            Expected <When instant={expected_at} zone={time_zone} />
          </Trans>
        </span>
      )}
      {said !== null && <EnteredBy said={said} />}
    </span>
  )
}

function EtaForm({
  stop,
  place,
  report,
  onSaved,
}: {
  stop: ExpectedStop
  place: string
  report: ReturnType<typeof useEtaReport>
  onSaved: () => void
}) {
  const { t, i18n } = useLingui()
  const toasts = useToasts()
  const reading = useReading()
  const [text, setText] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const eta = readEta(text, Date.now(), stop.time_zone, reading)
  const meaning = eta && whenText(new Date(eta), i18n.locales ?? i18n.locale, false, stop.time_zone)
  function submit() {
    setIsSubmitted(true)
    if (eta === undefined) return
    report.mutate(
      { stopId: stop.stop_id, eta },
      {
        onSuccess() {
          toasts.done(t`ETA in ${place}: ${meaning}`)
          setText('')
          setIsSubmitted(false)
          onSaved()
        },
      },
    )
  }
  const missing = t`Enter a time, such as 15:40, or a day and a time.`
  return (
    <form
      aria-label={t`ETA`}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {report.error && <ErrorPanel {...failureOf(report.error)} />}
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={t`New ETA`} fault={isSubmitted && eta === undefined ? missing : undefined}>
            {(input) => (
              <ReadAs meaning={meaning}>
                <input
                  {...input}
                  className="field tnum h-8 w-full"
                  value={text}
                  placeholder="15:40"
                  autoComplete="off"
                  onChange={(event) => setText(event.target.value)}
                />
              </ReadAs>
            )}
          </Field>
        </div>
        <Button type="submit" isBusy={report.isPending}>
          <Trans>Save ETA</Trans>
        </Button>
      </div>
    </form>
  )
}
