import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useResourceChange } from '../../records/resource.queries.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { submitByKey } from '../../ui/form/submit-keys.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { addGroup } from './queries.ts'

/** Makes a group. */
export function GroupDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const { t } = useLingui()
  const tell = useToasts()
  const change = useResourceChange()
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [faults, setFaults] = useState<Record<string, string>>({})

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setFaults({ name: t`Enter a name.` })
    change.mutate(
      async () => {
        const made = await addGroup(name.trim(), code.trim())
        onClose()
        onMade(made.id)
      },
      {
        onError(error) {
          const failure = failureOf(error)
          setFaults(Object.fromEntries(failure.items.map((item) => [item.path, item.message])))
          if (failure.items.length === 0) tell.failed(failure)
        },
      },
    )
  }

  const line = (label: string, member: string, value: string, set: (value: string) => void) => (
    <Field label={label} fault={faults[member]}>
      {(input) => <input {...input} maxLength={255} value={value} onChange={(event) => set(event.target.value)} />}
    </Field>
  )
  return (
    <Dialog isOpen onClose={onClose} title={t`New group`}>
      <form onSubmit={submit} onKeyDownCapture={submitByKey} className="grid gap-3">
        {line(t`Name`, 'name', name, setName)}
        {line(t`Code`, 'code', code, setCode)}
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
