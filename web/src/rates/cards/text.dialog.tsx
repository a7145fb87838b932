import { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { faultsOf } from '../form/contract-fields.ts'

/** A whole card as JSON, to copy between cards or edit as text. */
export function TextDialog({
  doc,
  isBusy,
  onClose,
  onSave,
}: {
  doc: RateCardDoc
  isBusy: boolean
  onClose: () => void
  onSave: (doc: RateCardDoc) => void
}) {
  const { t } = useLingui()
  const [text, setText] = useState(JSON.stringify(doc, null, 2))
  const [fault, setFault] = useState<string>()

  function submit() {
    let given: unknown
    try {
      given = JSON.parse(text)
    } catch {
      return setFault(t`Not valid JSON: check commas and quotes.`)
    }
    const [first] = Object.entries(faultsOf(RateCardDoc, given))
    if (first) return setFault(`${first[0]}: ${first[1]}`)
    onSave(RateCardDoc.parse(given))
  }

  return (
    <Dialog isOpen onClose={onClose} title={t`Edit as text`} className="w-[760px]">
      <Form
        label={t`Edit as text`}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={isBusy} />}
      >
        <Field label={t`Card as JSON`} fault={fault}>
          {(input) => (
            <textarea
              {...input}
              className="field h-[460px] w-full resize-y py-2 font-mono text-[12px] leading-[17px]"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
