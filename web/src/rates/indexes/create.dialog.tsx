import { RateCode } from '@cartage/contract/rates/app/decimal'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formFaults } from '../../api/field-faults.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useIndexActions } from './queries.ts'

/** Creates an index. Its values are entered on its page. */
export function CreateIndexDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { t } = useLingui()
  const { create } = useIndexActions()
  const [texts, setTexts] = useState({ code: '', name: '', source: '', lasts_days: '' })
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { faults: fromServer, rest } = formFaults(create.error, Object.keys(texts))
  const days = texts.lasts_days.trim() === '' ? null : Number(texts.lasts_days)
  const own = {
    code: RateCode.safeParse(texts.code).success ? undefined : t`Enter a code: letters, digits and . _ -`,
    name: texts.name.trim() === '' ? t`Enter a name.` : undefined,
    source: undefined,
    lasts_days: days === null || (Number.isInteger(days) && days > 0) ? undefined : t`Enter a number of days.`,
  }

  function submit() {
    setIsSubmitted(true)
    if (Object.values(own).some((fault) => fault !== undefined)) return
    const body = { code: texts.code.trim(), name: texts.name.trim(), source: texts.source.trim(), lasts_days: days }
    create.mutate(body, {
      onSuccess: onClose,
      goOn: ({ price_index_id }) => onCreated(price_index_id),
    })
  }

  const line = (member: keyof typeof texts, label: string) => (
    <TextField
      label={label}
      fault={isSubmitted ? (own[member] ?? fromServer[member]) : undefined}
      maxLength={500}
      value={texts[member]}
      onChange={(text) => setTexts({ ...texts, [member]: text })}
    />
  )
  return (
    <Dialog isOpen onClose={onClose} title={t`New index`}>
      <Form
        label={t`New index`}
        failure={rest}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Create</Trans>} onClose={onClose} isBusy={create.isPending} />}
      >
        {line('code', t`Code`)}
        {line('name', t`Name`)}
        {line('source', t`Source`)}
        {line('lasts_days', t`A value lasts at most (days; empty: until the next one)`)}
      </Form>
    </Dialog>
  )
}
