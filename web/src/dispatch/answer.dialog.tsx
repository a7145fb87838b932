import type { TripAnswer } from '@cartage/contract/dispatch/app/answers'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formFaults } from '../api/field-faults.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { useAnswerTrip } from './queries.ts'

type Kind = 'ACCEPTED' | 'REFUSED'
type Draft = Record<'plate' | 'driver_name' | 'reason', string>

/** Records a carrier's answer given by telephone (DISP-5). */
export function AnswerDialog({
  tripId,
  company,
  answer,
  hasStarted,
  onClose,
}: {
  tripId: string
  company: string
  /** Last answer, to be corrected; null without one. */
  answer: TripAnswer | null
  /** Whether the trip has started: it can no longer be refused. */
  hasStarted: boolean
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useAnswerTrip(tripId)
  const [kind, setKind] = useState<Kind>(answer?.answer === 'REFUSED' ? 'REFUSED' : 'ACCEPTED')
  const [draft, setDraft] = useState<Draft>({
    plate: answer?.plate ?? '',
    driver_name: answer?.driver_name ?? '',
    reason: answer?.reason ?? '',
  })
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { faults, rest } = formFaults(change.error, ['plate', 'driver_name', 'reason'])
  const title = t`Answer of ${company}`
  const missing = isSubmitted && draft.reason.trim() === '' ? { reason: t`Enter a reason.` } : undefined

  function submit() {
    setIsSubmitted(true)
    const { plate, driver_name, reason } = draft
    if (kind === 'REFUSED' && reason.trim() === '') return
    const body =
      kind === 'REFUSED'
        ? { answer: kind, reason: reason.trim() }
        : { answer: kind, plate: plate.trim() || null, driver_name: driver_name.trim() || null }
    change.mutate(body, {
      onSuccess() {
        toasts.done(t`Answer saved`)
        onClose()
      },
    })
  }

  return (
    <Dialog isOpen onClose={onClose} title={title} text={t`As given by telephone or e-mail.`}>
      <Form
        label={title}
        failure={rest}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Save answer</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        <AnswerFields
          kinds={hasStarted ? ['ACCEPTED'] : ['ACCEPTED', 'REFUSED']}
          kind={kind}
          onKind={setKind}
          draft={draft}
          onChange={setDraft}
          faults={{ ...faults, ...missing }}
        />
      </Form>
    </Dialog>
  )
}

function AnswerFields({
  kinds,
  kind,
  onKind,
  draft,
  onChange,
  faults,
}: {
  kinds: readonly Kind[]
  kind: Kind
  onKind: (kind: Kind) => void
  draft: Draft
  onChange: (draft: Draft) => void
  faults: Readonly<Record<string, string>>
}) {
  const { t } = useLingui()
  const labels = { ACCEPTED: t`Accepted`, REFUSED: t`Refused` }
  const input = (member: keyof Draft, label: string) => (
    <TextField
      label={label}
      fault={faults[member]}
      maxLength={member === 'reason' ? 1_000 : 200}
      value={draft[member]}
      onChange={(text) => onChange({ ...draft, [member]: text })}
    />
  )
  return (
    <>
      <Field label={t`Answer`} fault={undefined}>
        {(field) => (
          <Select<Kind>
            {...field}
            choices={kinds.map((value) => ({ value, label: labels[value] }))}
            value={kind}
            onChange={onKind}
          />
        )}
      </Field>
      {kind === 'REFUSED' ? (
        input('reason', t`Reason`)
      ) : (
        <div className="grid grid-cols-2 gap-3">
          {input('plate', t`Licence plate (optional)`)}
          {input('driver_name', t`Driver (optional)`)}
        </div>
      )}
    </>
  )
}
