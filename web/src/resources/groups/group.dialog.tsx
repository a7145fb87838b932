import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFields } from '../../api/use-fields.ts'
import { SameNotice, sameMembers, useSameRecords } from '../../lists/same-records.tsx'
import { useResourceChange } from '../../records/resource.queries.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { addGroup, allGroupsQuery } from './queries.ts'

/** Creates a group. */
export function GroupDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { t } = useLingui()
  const change = useResourceChange()
  const form = useFields({ name: '', code: '' })
  const same = useSameRecords()
  const queryClient = useQueryClient()

  function submit(isSure = false) {
    const entered = { name: form.values.name.trim(), code: form.values.code.trim() }
    if (entered.name === '') return form.setFaults({ name: t`Enter a name.` })
    change.mutate(
      async () => {
        const find = async () => {
          const { items } = await queryClient.fetchQuery(allGroupsQuery)
          return items
            .filter((group) => !group.is_archived)
            .flatMap((group) =>
              sameMembers(entered, group).map((member) => ({ id: group.id, name: group.name, member })),
            )
        }
        if (!isSure && !(await same.isNew(find))) return
        const created = await addGroup(entered.name, entered.code)
        onClose()
        onCreated(created.id)
      },
      { onError: form.refused },
    )
  }

  return (
    <Dialog isOpen onClose={onClose} title={t`New group`}>
      <Form
        label={t`New group`}
        onSubmit={() => submit()}
        footer={<DialogFooter verb={<Trans>Create</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        <TextField label={t`Name`} maxLength={255} {...form.text('name')} />
        <TextField label={t`Code`} maxLength={255} {...form.text('code')} />
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
