import { Decimal } from '@cartage/contract/rates/app/decimal'
import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import { readNumber } from '@cartage/contract/reading/number'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { NumberChoices, numberFault } from '../../ui/form/number-reading.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { isDay } from '../../ui/time/day-input.ts'
import { todayOf } from '../../ui/time/zone.ts'
import { decimalText } from '../decimal-text.ts'
import { exact } from '../form/contract-fields.ts'
import { useIndexActions } from './queries.ts'

/** Adds a value to an index, or corrects that day's value. */
export function ValueDialog({ index, onClose }: { index: PriceIndexRecord; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const { addValues } = useIndexActions()
  const [day, setDay] = useState(todayOf(new Date()))
  const [text, setText] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const failure = addValues.error ? failureOf(addValues.error) : undefined
  const reading = readNumber(text, { language })
  const fault = reading.kind === 'empty' ? t`Enter a value.` : numberFault(text, reading, language)
  const replaced = index.values.find(({ valid_from }) => valid_from === day)
  const before = replaced && decimalText(replaced.value, language)

  function submit() {
    setIsSubmitted(true)
    const value = exact(text, language)
    if (fault !== undefined || !isDay(day) || !Decimal.safeParse(value).success) return
    addValues.mutate(
      { id: index.price_index_id, values: [{ valid_from: day, value }] },
      {
        onSuccess: () => {
          toasts.done(t`Value saved`)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Add value`}
      text={before === undefined ? undefined : <Trans>Replaces the value of that day: {before}.</Trans>}
    >
      <Form
        label={t`Add value`}
        failure={failure}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={addValues.isPending} />}
      >
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={t`Valid from`}
            fault={isSubmitted && !isDay(day) ? t`Date not recognised. Try 25-11, tomorrow, +2.` : undefined}
          >
            {(input) => <DayField {...input} value={day} onChange={setDay} />}
          </Field>
          <Field label={t`Value`} fault={isSubmitted ? fault : undefined}>
            {(input) => (
              <>
                <input {...input} inputMode="decimal" value={text} onChange={(event) => setText(event.target.value)} />
                {isSubmitted && <NumberChoices text={text} onChoose={setText} />}
              </>
            )}
          </Field>
        </div>
      </Form>
    </Dialog>
  )
}
