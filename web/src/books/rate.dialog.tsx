import { type CurrencyCode, currencyCodes } from '@cartage/contract/books/currency'
import { readNumber } from '@cartage/contract/reading/number'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formFaults } from '../api/field-faults.ts'
import { DayField } from '../ui/form/day-field.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { NumberChoices, numberFault } from '../ui/form/number-reading.tsx'
import { useReaderLanguage } from '../ui/form/reader-language.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { dayOf, isDay } from '../ui/time/day-input.ts'
import { useRateActions } from './queries.ts'

const currencyOf = (text: string) => currencyCodes.find((code) => code === text.trim().toUpperCase())

/** Sets the rate of a currency pair on a day, replacing any existing one. */
export function RateDialog({ currency, onClose }: { currency: CurrencyCode | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const { set } = useRateActions()
  const [day, setDay] = useState(dayOf(Date.now()))
  const [from, setFrom] = useState('EUR')
  const [to, setTo] = useState<string>(currency ?? '')
  const [rate, setRate] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const reading = readNumber(rate, { language })
  const unknown = (text: string) =>
    isSubmitted && currencyOf(text) === undefined ? t`Enter a currency, such as GBP.` : undefined
  const noRate = reading.kind === 'empty' ? t`Enter a rate.` : numberFault(rate, reading, language)

  function submit() {
    setIsSubmitted(true)
    const [from_currency, to_currency] = [currencyOf(from), currencyOf(to)]
    if (!from_currency || !to_currency || reading.kind !== 'number' || !isDay(day)) return
    const body = { from_currency, to_currency, exchange_rate_date: day, exchange_rate: reading.value }
    set.mutate(body, {
      onSuccess: () => {
        toasts.done(t`Exchange rate saved`)
        onClose()
      },
    })
  }

  const fields = ['exchange_rate', 'exchange_rate_date', 'from_currency', 'to_currency']
  const { faults, rest } = formFaults(set.error, fields)
  return (
    <Dialog isOpen onClose={onClose} title={t`Set exchange rate`} text={<Trans>Replaces the rate of that day.</Trans>}>
      <Form
        label={t`Set exchange rate`}
        failure={rest}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Set</Trans>} onClose={onClose} isBusy={set.isPending} />}
      >
        <Field label={t`Day`} fault={isSubmitted && !isDay(day) ? t`Enter a date.` : faults.exchange_rate_date}>
          {(input) => <DayField {...input} value={day} onChange={setDay} />}
        </Field>
        <TextField
          label={t`One unit of`}
          fault={unknown(from) ?? faults.from_currency}
          value={from}
          onChange={setFrom}
        />
        <TextField label={t`In currency`} fault={unknown(to) ?? faults.to_currency} value={to} onChange={setTo} />
        <Field label={t`Rate`} fault={isSubmitted ? (noRate ?? faults.exchange_rate) : undefined}>
          {(input) => (
            <>
              <input {...input} inputMode="decimal" value={rate} onChange={(event) => setRate(event.target.value)} />
              {isSubmitted && <NumberChoices text={rate} onChoose={setRate} />}
            </>
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
