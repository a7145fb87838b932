import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form/form.tsx'
import { Trash2 } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { AddOrSave, DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { momentText } from '../ui/time/read-moment.ts'
import { midnightOf } from '../ui/time/zone.ts'
import { reasonsFor } from './reason.labels.tsx'
import { UnavailabilityFields, type UnavailabilityForm } from './unavailability.form.tsx'
import type { UnavailabilityDraft } from './unavailability-draft.ts'
import { useSaveUnavailability } from './use-save.ts'
import { useAbsenceActions } from './use-unavailability.ts'

/** Adds or edits an unavailability. */
export function UnavailabilityDialog({
  draft,
  onClose,
  onSaved,
}: {
  draft: UnavailabilityDraft
  onClose: () => void
  onSaved?: (() => void) | undefined
}) {
  const { t } = useLingui()
  const absences = useAbsenceActions()
  const { resource, given } = draft
  const [form, setForm] = useState(() => formOf(draft))
  const { save, faults, isBusy } = useSaveUnavailability(draft, onClose, onSaved)
  const title = given ? t`Edit unavailability for ${resource.name}` : t`Add unavailability for ${resource.name}`
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form
        label={title}
        onSubmit={() => save(form)}
        footer={
          <DialogFooter verb={<AddOrSave isNew={given === undefined} />} onClose={onClose} isBusy={isBusy}>
            {given && (
              <Button
                icon={Trash2}
                onClick={() => {
                  onClose()
                  absences.remove(given)
                }}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </DialogFooter>
        }
      >
        <UnavailabilityFields
          type={resource.type}
          form={form}
          faults={faults}
          isNew={given === undefined}
          onChange={(members) => setForm((before) => ({ ...before, ...members }))}
        />
      </Form>
    </Dialog>
  )
}

function formOf({ resource, start, end, reason, given }: UnavailabilityDraft): UnavailabilityForm {
  return {
    reason: given?.reason ?? reason ?? reasonsFor(resource.type)[0]!,
    start: momentText(start),
    end: momentText(end),
    until: '',
    description: given?.description ?? '',
  }
}

/** Tomorrow, the default period if no day was chosen. */
export function tomorrow(): { start: number; end: number } {
  const now = Date.now()
  return { start: midnightOf(now, 1), end: midnightOf(now, 2) }
}
