import { kindOfType } from '@cartage/contract/resources/kinds'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { useFields } from '../api/use-fields.ts'
import { SameNotice, useSameRecords } from '../lists/same-records.tsx'
import { creatableTypes, useTypeLabel } from '../records/resource.labels.tsx'
import { useResourceChange } from '../records/resource.queries.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { createResource, type NewResource } from './queries.ts'
import { findSameResources } from './same.queries.ts'

/** Creates a resource of one kind. The rest is entered on its page. */
export function CreateResourceDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { t } = useLingui()
  const word = useTypeLabel()
  const change = useResourceChange()
  const [type, setType] = useState('DRIVER')
  const form = useFields({ name: '', code: '', license_plate: '', container_number: '' })
  const same = useSameRecords()
  const numberMember = type === 'DRIVER' ? undefined : type === 'CONTAINER' ? 'container_number' : 'license_plate'

  function submit(isSure = false) {
    const { name, code } = form.values
    if (name.trim() === '') return form.setFaults({ name: t`Enter a name.` })
    const number = numberMember && { [numberMember]: form.values[numberMember].trim() }
    const entered = { name: name.trim(), code: code.trim(), ...number }
    change.mutate(
      async () => {
        if (!isSure && !(await same.isNew(() => findSameResources(entered)))) return
        const created = await createResource(bodyOf(type, entered))
        onClose()
        onCreated((created as { id: string }).id)
      },
      { onError: form.refused },
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
        <TextField label={t`Name`} maxLength={500} {...form.text('name')} />
        {numberMember !== undefined && (
          <TextField
            label={numberMember === 'container_number' ? t`Container number` : t`Licence plate`}
            maxLength={100}
            {...form.text(numberMember)}
          />
        )}
        <TextField label={t`Code`} maxLength={500} {...form.text('code')} />
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
