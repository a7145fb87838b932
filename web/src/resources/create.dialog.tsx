import { kindOfType } from '@cartage/contract/resources/kinds'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { SameNotice, useSameRecords } from '../lists/same-records.tsx'
import { creatableTypes, useTypeLabel } from '../records/resource.labels.tsx'
import { useResourceChange } from '../records/resource.queries.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { createResource, type NewResource } from './queries.ts'
import { findSameResources } from './same.queries.ts'

/** Creates a resource of one kind. The rest is entered on its page. */
export function CreateResourceDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const word = useTypeLabel()
  const change = useResourceChange()
  const [type, setType] = useState('DRIVER')
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [number, setNumber] = useState('')
  const same = useSameRecords()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const numberMember = type === 'DRIVER' ? undefined : type === 'CONTAINER' ? 'container_number' : 'license_plate'

  function submit(isSure = false) {
    if (name.trim() === '') return setFaults({ name: t`Enter a name.` })
    const entered = { name: name.trim(), code: code.trim(), ...(numberMember && { [numberMember]: number.trim() }) }
    change.mutate(
      async () => {
        if (!isSure && !(await same.isNew(() => findSameResources(entered)))) return
        const created = await createResource(bodyOf(type, entered))
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
        onSubmit={() => submit()}
        footer={<DialogFooter verb={<Trans>Create</Trans>} onClose={onClose} isBusy={change.isPending} />}
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
        <SameResources found={same.found} isBusy={change.isPending} onCreate={() => submit(true)} />
      </Form>
    </Dialog>
  )
}

/** Request body of a new resource, with its number under its kind. */
function bodyOf(type: string, { name, code, ...numbers }: Record<'name' | 'code', string>): NewResource {
  const given = Object.fromEntries(Object.entries(numbers).filter(([, text]) => text !== ''))
  return { name, [kindOfType(type)!]: given, ...(code !== '' && { code }) } as NewResource
}

/** Possible duplicates of the new resource, with links to their pages. */
function SameResources(props: Omit<ComponentProps<typeof SameNotice>, 'linkTo'>) {
  return (
    <SameNotice
      {...props}
      linkTo={({ id, name }) => (
        <Link
          to="/resources/$resourceId"
          params={{ resourceId: id }}
          target="_blank"
          className="inline-flex min-h-6 items-center font-medium underline"
        >
          {name}
        </Link>
      )}
    />
  )
}
