import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { DayField } from '../ui/form/day-field.tsx'
import { Field } from '../ui/form/field.tsx'
import { Printer } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { isDay } from '../ui/time/day-input.ts'
import { When } from '../ui/time/when.tsx'
import { dayListAddress, dayListsAddress, driversOfDayQuery } from './queries.ts'

/** Prints the drivers' day lists of one day: a single one, or all in one file (PAPER-16). */
export function DayListsDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const { t } = useLingui()
  const [date, setDate] = useState(day)
  const isValid = isDay(date)
  const query = useQuery({ ...driversOfDayQuery(date), enabled: isValid })
  const drivers = isValid ? query.data?.items : undefined
  const open = (address: string) => window.open(address, '_blank', 'noopener')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      className="w-[520px]"
      title={t`Day lists of drivers`}
      text={<Trans>Each list is in the language of its driver.</Trans>}
      footer={
        <DialogFooter
          verb={<Trans>Open all as one PDF</Trans>}
          onClose={onClose}
          onConfirm={() => open(dayListsAddress(date))}
          isLoading={query.isLoading}
          isDisabled={!drivers || drivers.length === 0}
        />
      }
    >
      <div className="grid gap-3">
        <Field label={t`Day`} fault={undefined}>
          {(input) => <DayField {...input} value={date} onChange={setDate} />}
        </Field>
        {query.error && <ErrorPanel {...failureOf(query.error)} />}
        {query.isLoading && <div className="skeleton h-24 w-full" />}
        {drivers?.length === 0 && (
          <p role="status" className="text-ink-2">
            <Trans>No driver has a trip on this day.</Trans>
          </p>
        )}
        {drivers && drivers.length > 0 && (
          <ul className="max-h-[44vh] overflow-y-auto rounded-lg border border-line" aria-label={t`Drivers`}>
            {drivers.map(({ resource_id, name, trip_count, starts_at }) => (
              <li key={resource_id} className="border-line not-last:border-b">
                <button
                  type="button"
                  className="flex min-h-9 w-full items-center gap-2.5 px-3 text-left hover:bg-hover"
                  title={t`Open the day list of ${name}`}
                  onClick={() => open(dayListAddress(resource_id, date, undefined))}
                >
                  <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
                  <span className="tnum text-ink-2">
                    <When instant={starts_at} />
                  </span>
                  <span className="tnum w-8 text-right text-ink-2" title={t`Trips`}>
                    {trip_count}
                  </span>
                  <Printer size={14} className="text-ink-3" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
