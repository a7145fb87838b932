import type { TaskRecord } from '@cartage/contract/accounting/app/tasks'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { type Mark, markTask, useTaskChange } from './queries.ts'

/** Manually marks a task as done or failed, with a note. */
export function MarkDialog({
  task: { task_id, document },
  status,
  onClose,
}: {
  task: TaskRecord
  status: Mark['status']
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useTaskChange()
  const [note, setNote] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isDone = status === 'COMPLETED'
  const title = isDone ? t`Mark ${document} as done?` : t`Mark ${document} as failed?`
  const isMissing = isSubmitted && note.trim() === ''

  function submit() {
    setIsSubmitted(true)
    if (note.trim() === '') return
    change.mutate(() => markTask(task_id, { status, message: note.trim() }), {
      onSuccess: () => {
        toasts.done(isDone ? t`${document} is posted` : t`${document} marked as failed`)
        onClose()
      },
    })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      text={
        isDone ? (
          <Trans>For documents that were posted without the interface. This cannot be undone.</Trans>
        ) : (
          <Trans>The document can be retried afterwards.</Trans>
        )
      }
    >
      <Form
        label={title}
        failure={change.error ? failureOf(change.error) : undefined}
        onSubmit={submit}
        footer={
          <DialogFooter
            verb={isDone ? <Trans>Mark as done</Trans> : <Trans>Mark as failed</Trans>}
            onClose={onClose}
            isBusy={change.isPending}
          />
        }
      >
        <TextField
          label={isDone ? t`Note` : t`Error`}
          fault={isMissing ? t`Enter a note.` : undefined}
          maxLength={1000}
          value={note}
          onChange={setNote}
        />
      </Form>
    </Dialog>
  )
}
