import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { SameNotice, sameMembers, useSameRecords } from '../../lists/same-records.tsx'
import { useResourceChange } from '../../records/resource.queries.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { addGroup, allGroupsQuery } from './queries.ts'

/** Creates a group. */
export function GroupDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useResourceChange()
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const same = useSameRecords()
  const queryClient = useQueryClient()
  const [faults, setFaults] = useState<Record<string, string>>({})

  function submit(isSure = false) {
    if (name.trim() === '') return setFaults({ name: t`Enter a name.` })
    change.mutate(
      async () => {
        const entered = { name: name.trim(), code: code.trim() }
        const find = async () => {
          const { items } = await queryClient.fetchQuery(allGroupsQuery)
          return items
            .filter((group) => !group.is_archived)
            .flatMap((group) =>
              sameMembers(entered, group).map((member) => ({ id: group.id, name: group.name, member })),
            )
        }
        if (!isSure && !(await same.isNew(find))) return
        const created = await addGroup(name.trim(), code.trim())
        onClose()
        onCreated(created.id)
      },
      {
        onError(error) {
          const failure = failureOf(error)
          setFaults(Object.fromEntries(failure.items.map((item) => [item.path, item.message])))
          if (failure.items.length === 0) toasts.failed(failure)
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
      <Form
        label={t`New group`}
        onSubmit={() => submit()}
        footer={<DialogFooter verb={<Trans>Create</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        {line(t`Name`, 'name', name, setName)}
        {line(t`Code`, 'code', code, setCode)}
        <SameNotice
          found={same.found}
          isBusy={change.isPending}
          onCreate={() => submit(true)}
          linkTo={({ id, name }) => (
            <Link
              to="/resources/groups"
              search={{ group: id }}
              target="_blank"
              className="inline-flex min-h-6 items-center font-medium underline"
            >
              {name}
            </Link>
          )}
        />
      </Form>
    </Dialog>
  )
}
