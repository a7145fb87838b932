import { type Language, languageNames, languages } from '@cartage/contract/reading/languages'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DayField } from '../ui/form/day-field.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { useReading } from '../ui/form/typed-time.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { isDay } from '../ui/time/day-input.ts'
import { dayListAddress } from './queries.ts'

/** Option for the driver's own language. */
const own = 'own'

interface DayListProps {
  resourceId: string
  /** Name of the driver. */
  name: string
  onClose: () => void
}

/** Prints the day list of a driver. */
export function DayListDialog({ resourceId, name, onClose }: DayListProps) {
  const { t } = useLingui()
  const { today } = useReading()
  const [date, setDate] = useState(today)
  const [language, setLanguage] = useState<Language | typeof own>(own)
  const open = () => {
    const address = dayListAddress(resourceId, date, language === own ? undefined : language)
    window.open(address, '_blank', 'noopener')
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Day list of ${name}`}
      text={<Trans>All trips of one day with stops, goods and instructions.</Trans>}
      footer={
        <DialogFooter verb={<Trans>Open PDF</Trans>} onClose={onClose} onConfirm={open} isDisabled={!isDay(date)} />
      }
    >
      <div className="grid gap-3">
        <Field label={t`Day`} fault={undefined}>
          {(input) => <DayField {...input} value={date} onChange={setDate} />}
        </Field>
        <Field label={t`Language`} fault={undefined}>
          {(input) => (
            <Select
              {...input}
              choices={[
                { value: own, label: t`Language of the driver` },
                ...languages.map((value) => ({ value, label: languageNames[value] })),
              ]}
              value={language}
              onChange={setLanguage}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
