import { kindOfType } from '@cartage/contract/resources/kinds'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useResourceChange } from '../records/resource.queries.ts'
import { creatableTypes, useTypeWord } from '../records/resource.words.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { createResource, type NewResource } from './queries.ts'

/** Creates a resource of one kind; the rest is filled in on its page. */
export function CreateResourceDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const word = useTypeWord()
  const change = useResourceChange()
  const [type, setType] = useState('DRIVER')
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [number, setNumber] = useState('')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const numberMember = type === 'DRIVER' ? undefined : type === 'CONTAINER' ? 'container_number' : 'license_plate'

  function submit() {
    if (name.trim() === '') return setFaults({ name: t`Enter a name.` })
    const kind = kindOfType(type)!
    const properties = numberMember !== undefined && number.trim() !== '' ? { [numberMember]: number.trim() } : {}
    const body = { name: name.trim(), [kind]: properties, ...(code.trim() !== '' && { code: code.trim() }) }
    change.mutate(
      async () => {
        const created = await createResource(body as NewResource)
        onClose()
        onCreated((created as { id: string }).id)
      },
      {
        onError(error) {
          const failure = failureOf(error)
          const byMember = failure.items.map(({ path, message }) => [(path ?? '').split('.').at(-1) ?? '', message])
          setFaults(Object.fromEntries(byMember))
          if (byMember.length === 0) toasts.failed(failure)
        },
      },
    )
  }

  return (
    <Dialog isOpen onClose={onClose} title={t`New resource`}>
      <Form
        label={t`New resource`}
        onSubmit={submit}
        foot={<DialogFoot verb={<Trans>Create</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        <Field label={t`Type`} fault={undefined}>
          {(input) => (
            <Select
              {...input}
              choices={creatableTypes.map((value) => ({ value, label: word(value) }))}
              value={type}
              onChange={setType}
            />
          )}
        </Field>
        <Field label={t`Name`} fault={faults.name}>
          {(input) => (
            <input {...input} maxLength={500} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        {numberMember !== undefined && (
          <Field
            label={numberMember === 'container_number' ? t`Container number` : t`Licence plate`}
            fault={faults[numberMember]}
          >
            {(input) => (
              <input {...input} maxLength={100} value={number} onChange={(event) => setNumber(event.target.value)} />
            )}
          </Field>
        )}
        <Field label={t`Code`} fault={faults.code}>
          {(input) => (
            <input {...input} maxLength={500} value={code} onChange={(event) => setCode(event.target.value)} />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
