import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useCarrierAssignment } from '../../trips/planning.queries.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { CandidateField, type Chosen } from '../../verdicts/candidate-field.tsx'
import { type RejectedPlan, rejectedPlanOf } from '../../verdicts/rejected-plan.ts'
import { VerdictDialog } from '../../verdicts/verdict.dialog.tsx'

/** FIT-10: assigns another carrier to a trip. Shows a verdict against it, which can be overridden with a reason. */
export function AnotherCarrierDialog({
  tripId,
  tripName,
  onClose,
}: {
  tripId: string
  tripName: string
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const [carrier, setCarrier] = useState<Chosen | null>(null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [rejected, setRejected] = useState<RejectedPlan>()
  const { mutate, isPending } = useCarrierAssignment(tripId)
  const title = t`Another carrier for ${tripName}`
  function submit(reason?: string) {
    setIsSubmitted(true)
    if (carrier === null) return
    mutate(
      { companyId: carrier.id, reason },
      {
        onSuccess() {
          toasts.done(`${tripName}: ${carrier.name}`)
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
    <Dialog isOpen onClose={onClose} title={title}>
      <Form
        label={title}
        onSubmit={() => submit()}
        footer={<DialogFooter verb={<Trans>Assign</Trans>} onClose={onClose} isBusy={isPending} />}
      >
        <Field label={t`Carrier`} fault={isSubmitted && carrier === null ? t`Choose a carrier.` : undefined}>
          {(input) => (
            <CandidateField {...input} wanted={{ tripId, kind: 'CARRIER' }} value={carrier} onChange={setCarrier} />
          )}
        </Field>
      </Form>
      {rejected && carrier && (
        <VerdictDialog
          title={`${tripName}: ${carrier.name}`}
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
