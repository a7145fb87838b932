import type { PayrollSettings } from '@cartage/contract/payroll/app'
import { readNumber } from '@cartage/contract/reading/number'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Loaded } from '../records/loaded.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Plus, Trash2 } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { KeysMeanwhile } from '../ui/overlay/late-dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { payrollSettingsQuery, useSavePayrollSettings } from './queries.ts'

/** Rules for night work, absence, home places of drivers, and daily allowances. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery(payrollSettingsQuery)
  // Keys typed while the settings load are for their fields.
  if (query.isPending) return <KeysMeanwhile />
  return (
    <Dialog isOpen onClose={onClose} title={t`Night hours and allowances`} className="w-[640px]">
      <Loaded query={query}>{({ settings }) => <RulesForm settings={settings} onClose={onClose} />}</Loaded>
    </Dialog>
  )
}

/** A row of the allowances, as typed. */
interface Line {
  key: number
  code: string
  country: string
  hours: string
  amount: string
}

function RulesForm({ settings, onClose }: { settings: PayrollSettings; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const toasts = useToasts()
  const save = useSavePayrollSettings()
  const [values, setValues] = useState(settings)
  const [km, setKm] = useState(String(settings.home_km))
  const [lines, setLines] = useState<Line[]>(() => linesOf(settings))
  function submit() {
    const body = { ...values, home_km: Number(km), allowances: lines.map((line) => rowOf(line, i18n.locale)) }
    save.mutate(body, {
      onSuccess: () => {
        toasts.done(t`Settings saved`)
        onClose()
      },
    })
  }
  return (
    <Form
      label={t`Night hours and allowances`}
      failure={save.error ? failureOf(save.error) : undefined}
      onSubmit={submit}
      footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={save.isPending} />}
    >
      <div className="grid grid-cols-4 gap-3">
        <TextField
          label={t`Night from`}
          value={values.night_from}
          onChange={(night_from) => setValues({ ...values, night_from })}
        />
        <TextField
          label={t`Night until`}
          value={values.night_to}
          onChange={(night_to) => setValues({ ...values, night_to })}
        />
        <TextField
          label={t`Home country`}
          value={values.holiday_country ?? ''}
          onChange={(text) => setValues({ ...values, holiday_country: countryOf(text) })}
        />
        <TextField label={t`Home within (km)`} value={km} onChange={setKm} />
      </div>
      <p className="text-[12px] text-ink-3">
        <Trans>
          The home country counts for drivers without a start location: for public holidays and for nights away.
        </Trans>
      </p>
      <Weekdays
        days={values.absence_weekdays}
        onChange={(absence_weekdays) => setValues({ ...values, absence_weekdays })}
      />
      <Allowances lines={lines} onChange={setLines} />
    </Form>
  )
}

function linesOf({ allowances }: PayrollSettings): Line[] {
  return allowances.map(({ code, country, hours_from, amount }, key) => ({
    ...{ key, code, country: country ?? '', hours: String(hours_from), amount },
  }))
}

function countryOf(text: string): string | null {
  const country = text.trim().toUpperCase()
  return country === '' ? null : country
}

/** Sends unreadable numbers as typed. The server reports the error. */
function rowOf({ code, country, hours, amount }: Line, language: string): PayrollSettings['allowances'][number] {
  const read = readNumber(amount, { language })
  return {
    ...{ code, country: countryOf(country), hours_from: Number(hours.replace(',', '.')) },
    amount: read.kind === 'number' ? read.value.toFixed(2) : amount,
  }
}

function Weekdays({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  const { t, i18n } = useLingui()
  const format = new Intl.DateTimeFormat(i18n.locale, { weekday: 'short', timeZone: 'UTC' })
  return (
    <fieldset className="flex flex-wrap items-center gap-3">
      <legend className="pb-1 text-[12px] font-medium text-ink-2">
        <Trans>Days on which absence counts</Trans>
      </legend>
      {[1, 2, 3, 4, 5, 6, 7].map((day) => {
        // 1 January 2024 was a Monday.
        const name = format.format(new Date(Date.UTC(2024, 0, day)))
        const toggled = days.includes(day) ? days.filter((one) => one !== day) : [...days, day]
        return (
          <span key={day} className="flex items-center gap-1.5">
            <Checkbox
              isOn={days.includes(day)}
              label={t`Absence counts on ${name}`}
              onChange={() => onChange(toggled)}
            />
            {name}
          </span>
        )
      })}
    </fieldset>
  )
}

function Allowances({ lines, onChange }: { lines: readonly Line[]; onChange: (lines: Line[]) => void }) {
  const { t } = useLingui()
  const next = lines.reduce((most, { key }) => Math.max(most, key + 1), 0)
  const change = (key: number, members: Partial<Line>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...members } : line)))
  return (
    <div className="grid gap-2">
      <p className="text-[12px] font-medium text-ink-2">
        <Trans>Daily allowances</Trans>
      </p>
      <p className="text-[12px] text-ink-3">
        <Trans>An allowance without a country is for all countries that have none. 24 hours is a whole day.</Trans>
      </p>
      <ul className="max-h-[35vh] overflow-y-auto" aria-label={t`Daily allowances`}>
        {lines.map((line) => (
          <li key={line.key} className="flex items-end gap-2 pb-1">
            <TextField label={t`Code`} value={line.code} onChange={(code) => change(line.key, { code })} />
            <TextField label={t`Country`} value={line.country} onChange={(country) => change(line.key, { country })} />
            <TextField
              label={t`From hours away`}
              value={line.hours}
              onChange={(hours) => change(line.key, { hours })}
            />
            <TextField label={t`Amount`} value={line.amount} onChange={(amount) => change(line.key, { amount })} />
            <IconButton
              icon={Trash2}
              label={t`Remove allowance`}
              onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button
          icon={Plus}
          onClick={() => onChange([...lines, { key: next, code: '', country: '', hours: '8', amount: '' }])}
        >
          <Trans>Add allowance</Trans>
        </Button>
      </div>
    </div>
  )
}
