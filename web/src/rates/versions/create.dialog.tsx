import { utcDay } from '@cartage/contract/reading/calendar'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Form } from '../../ui/form/form.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import type { Days } from '../validity.ts'
import { DaysForm, useDaysFault } from './days.form.tsx'

/** Starts a draft from the latest version, with a first day of validity. */
export function NewVersionDialog({
  isBusy,
  onClose,
  onStart,
}: {
  isBusy: boolean
  onClose: () => void
  onStart: (days: Days) => void
}) {
  const { t } = useLingui()
  const [days, setDays] = useState<Days>({ valid_from: firstOfNextMonth(todayOf(new Date())), valid_to: null })
  const fault = useDaysFault(days)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`New version`}
      text={<Trans>A draft with the content of the latest version. Prices change only once it is published.</Trans>}
    >
      <Form
        label={t`New version`}
        onSubmit={() => fault === undefined && onStart(days)}
        footer={<DialogFooter verb={<Trans>Create draft</Trans>} onClose={onClose} isBusy={isBusy} />}
      >
        <DaysForm days={days} onChange={setDays} fault={fault} />
      </Form>
    </Dialog>
  )
}

function firstOfNextMonth(today: string): string {
  const [year, month] = today.split('-').map(Number)
  return utcDay(Date.UTC(year!, month!, 1))
}
