import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formFaults } from '../../api/field-faults.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useIndexActions } from './queries.ts'

/** Edits the name and the source of an index. */
export function EditIndexDialog({ index, onClose }: { index: PriceIndexRecord; onClose: () => void }) {
  const { t } = useLingui()
  const { change } = useIndexActions()
  const [texts, setTexts] = useState({ name: index.name, source: index.source })
  const { faults: fromServer, rest } = formFaults(change.error, Object.keys(texts))
  const name = texts.name.trim()
  const submit = () => {
    if (name === '') return
    change.mutate({ id: index.price_index_id, name, source: texts.source.trim() }, { onSuccess: onClose })
  }
  const line = (member: keyof typeof texts, label: string, fault: string | undefined) => (
    <TextField
      label={label}
      fault={fault ?? fromServer[member]}
      maxLength={500}
      value={texts[member]}
      onChange={(text) => setTexts({ ...texts, [member]: text })}
    />
  )
  return (
    <Dialog isOpen onClose={onClose} title={t`Edit index`}>
      <Form
        label={t`Edit index`}
        failure={rest}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        {line('name', t`Name`, name === '' ? t`Enter a name.` : undefined)}
        {line('source', t`Source`, undefined)}
      </Form>
    </Dialog>
  )
}
