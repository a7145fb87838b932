import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { CandidateField, type Chosen } from '../../verdicts/candidate-field.tsx'
import type { BoardTrip } from '../board-trip.ts'
import type { PlanningCommand } from '../command.queries.ts'

/** Adds a resource to a trip, or assigns a carrier. */
export function AssignDialog({
  trip,
  onClose,
  onRun,
}: {
  trip: BoardTrip
  onClose: () => void
  onRun: (command: PlanningCommand) => void
}) {
  const { t } = useLingui()
  const [resource, setResource] = useState<Chosen | null>(null)
  const [carrier, setCarrier] = useState<Chosen | null>(null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isEmpty = resource === null && carrier === null
  const title = t`Assign to ${trip.name}`
  function submit() {
    setIsSubmitted(true)
    if (isEmpty) return
    onRun({
      kind: 'ASSIGN',
      trip_id: trip.id,
      resources: resource === null ? [] : [{ resource_id: resource.id }],
      subcontractor_id: carrier?.id,
    })
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} text={trip.route}>
      <Form label={title} onSubmit={submit} footer={<DialogFooter verb={<Trans>Assign</Trans>} onClose={onClose} />}>
        <Field label={t`Resource`} fault={isSubmitted && isEmpty ? t`Choose a resource or a carrier.` : undefined}>
          {(input) => (
            <CandidateField
              {...input}
              wanted={{ tripId: trip.id, kind: 'RESOURCE' }}
              value={resource}
              onChange={setResource}
            />
          )}
        </Field>
        <Field label={t`Carrier`} fault={undefined}>
          {(input) => (
            <CandidateField
              {...input}
              wanted={{ tripId: trip.id, kind: 'CARRIER' }}
              value={carrier}
              onChange={setCarrier}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
