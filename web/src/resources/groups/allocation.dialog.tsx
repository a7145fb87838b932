import type { AppResourceGroup } from '@cartage/contract/resources/app/groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Form } from '../../ui/form/form.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { AllocationFields } from './allocation.form.tsx'
import { type AllocationDraft, emptyDraft } from './allocation-draft.ts'
import { useAllocate } from './use-allocate.ts'

/** Adds resources to a group: individually, together as a combination, or one in rotation with other groups. */
export function AllocationDialog({ group, onClose }: { group: AppResourceGroup; onClose: () => void }) {
  const { t } = useLingui()
  const [draft, setDraft] = useState(() => emptyDraft(group.id))
  const change = (members: Partial<AllocationDraft>) => setDraft((before) => ({ ...before, ...members }))
  const drop = (resourceId: string) =>
    setDraft((before) => ({ ...before, chosen: before.chosen.filter(({ id }) => id !== resourceId) }))
  const { add, faults, isBusy } = useAllocate(group.id, drop, onClose)
  return (
    <Dialog isOpen onClose={onClose} title={t`Add to ${group.name}`}>
      <Form
        label={t`Add to ${group.name}`}
        onSubmit={() => add(draft)}
        footer={<DialogFooter verb={<Trans>Add</Trans>} onClose={onClose} isBusy={isBusy} />}
      >
        <AllocationFields draft={draft} faults={faults} onChange={change} />
      </Form>
    </Dialog>
  )
}
