import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { CandidateField, type Chosen } from '../verdicts/candidate-field.tsx'
import { type RejectedPlan, rejectedPlanOf } from '../verdicts/rejected-plan.ts'
import { VerdictDialog } from '../verdicts/verdict.dialog.tsx'
import { useDriverReplacement } from './replacement.queries.ts'

/** Chooses another driver for a trip, fitting ones first. A verdict against one can be overridden with a reason. */
export function ReplaceDriverDialog({
  tripId,
  tripName,
  driver,
  onClose,
}: {
  tripId: string
  tripName: string
  driver: { resource_id: string; name: string }
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [rejected, setRejected] = useState<RejectedPlan>()
  const { mutate, isPending } = useDriverReplacement(tripId)
  const title = t`Replacement for ${driver.name}`
  function submit(reason?: string) {
    setIsSubmitted(true)
    if (chosen === null) return
    mutate(
      { from: driver.resource_id, to: chosen.id, reason },
      {
        onSuccess() {
          toasts.done(`${tripName}: ${chosen.name}`)
          onClose()
        },
        onError(error) {
          const plan = rejectedPlanOf(error)
          if (plan) setRejected(plan)
          else toasts.failed(failureOf(error))
        },
      },
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} text={tripName}>
      <Form
        label={title}
        onSubmit={() => submit()}
        footer={<DialogFooter verb={<Trans>Assign</Trans>} onClose={onClose} isBusy={isPending} />}
      >
        <Field label={t`Driver`} fault={isSubmitted && chosen === null ? t`Choose a driver.` : undefined}>
          {(input) => (
            <CandidateField
              {...input}
              wanted={{ tripId, kind: 'DRIVER', insteadOf: [driver.resource_id] }}
              value={chosen}
              onChange={setChosen}
            />
          )}
        </Field>
      </Form>
      {rejected && chosen && (
        <VerdictDialog
          title={`${tripName}: ${chosen.name}`}
          rejectedPlan={rejected}
          verb={t`Assign anyway`}
          isBusy={isPending}
          onClose={() => setRejected(undefined)}
          onOverride={submit}
        />
      )}
    </Dialog>
  )
}
