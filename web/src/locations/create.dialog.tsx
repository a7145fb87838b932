import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { useRested } from '../ui/use-rested.ts'
import { PlaceQuestions } from './place-questions.panel.tsx'
import { createLocation, placeQuestionsQuery, useLocationChange } from './queries.ts'

/** Creates a location manually; most are created by orders. */
export function CreateLocationDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useLocationChange()
  const [texts, setTexts] = useState({ name: '', address: '', postal_code: '', city: '', country: '' })
  const [fault, setFault] = useState<string>()
  const questions = useQuery(placeQuestionsQuery(useRested(texts))).data ?? []

  function submit() {
    change.mutate(
      async () => {
        const created = await createLocation(texts)
        onClose()
        onCreated(created.id)
      },
      {
        onError(error) {
          const failure = failureOf(error)
          if (failure.status === 409 || failure.status === 422 || failure.status === 400) setFault(failure.message)
          else toasts.failed(failure)
        },
      },
    )
  }

  const line = (member: keyof typeof texts, label: string, problem?: string) => (
    <TextField
      label={label}
      fault={problem}
      value={texts[member]}
      onChange={(text) => setTexts({ ...texts, [member]: text })}
    />
  )
  return (
    <Dialog isOpen onClose={onClose} title={t`New location`}>
      <Form
        label={t`New location`}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Create</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        {line('name', t`Name`, fault)}
        {line('address', t`Street`)}
        <div className="grid grid-cols-[1fr_2fr_1fr] gap-3">
          {line('postal_code', t`Postal code`)}
          {line('city', t`Town`)}
          {line('country', t`Country`)}
        </div>
        {questions.length > 0 && <PlaceQuestions questions={questions} />}
      </Form>
    </Dialog>
  )
}
