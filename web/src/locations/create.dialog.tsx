import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { submitByKey } from '../ui/form/submit-keys.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { createLocation, useLocationChange } from './queries.ts'

/** Makes a location by hand; most come with orders. */
export function CreateLocationDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { t } = useLingui()
  const tell = useToasts()
  const change = useLocationChange()
  const [texts, setTexts] = useState({ name: '', address: '', postal_code: '', city: '', country: '' })
  const [fault, setFault] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    change.mutate(
      async () => {
        const made = await createLocation(texts)
        onClose()
        onCreated(made.id)
      },
      {
        onError(error) {
          const failure = failureOf(error)
          if (failure.status === 409 || failure.status === 422 || failure.status === 400) setFault(failure.message)
          else tell.failed(failure)
        },
      },
    )
  }

  const line = (member: keyof typeof texts, label: string, said?: string) => (
    <Field label={label} fault={said}>
      {(input) => (
        <input
          {...input}
          value={texts[member]}
          onChange={(event) => setTexts({ ...texts, [member]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <Dialog isOpen onClose={onClose} title={t`New location`}>
      <form onSubmit={submit} onKeyDownCapture={submitByKey} className="grid gap-3">
        {line('name', t`Name`, fault)}
        {line('address', t`Address`)}
        <div className="grid grid-cols-[1fr_2fr_1fr] gap-3">
          {line('postal_code', t`Postal code`)}
          {line('city', t`Town`)}
          {line('country', t`Country`)}
        </div>
        <div className="flex justify-end gap-2 pt-2">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="brand" type="submit" keys="mod+enter" isBusy={change.isPending}>
            <Trans>Create</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
