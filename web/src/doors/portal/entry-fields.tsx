import type { PortalDraft } from '@cartage/contract/doors/app/portal-entry'
import { useLingui } from '@lingui/react/macro'
import { roleLabels } from '../tracking/labels.ts'
import type { EntryFault, EntryForm } from './entry.ts'

interface StopFieldsProps {
  draft: PortalDraft
  form: EntryForm
  faults: ReadonlyMap<string, EntryFault>
  onDate: (key: string, date: string) => void
  onTimes: (key: string, times: EntryForm['times'][string]) => void
}

/** Day and times of each stop. */
export function StopFields({ draft, form, faults, onDate, onTimes }: StopFieldsProps) {
  const { t } = useLingui()
  return (
    <ol className="grid gap-5">
      {draft.stops.map(({ key, role, name, address, city, country, needs_date }) => {
        const times = form.times[key] ?? { from: '', to: '' }
        return (
          <li key={key}>
            <fieldset className="grid gap-2 md:grid-cols-[minmax(0,1fr)_auto] md:items-end">
              <legend className="sr-only">{`${t(roleLabels[role])} ${name ?? city ?? ''}`}</legend>
              <p className="min-w-0">
                <span className="block font-semibold break-words">{name ?? city}</span>
                <span className="block text-[15px] break-words text-ink-2">
                  {[t(roleLabels[role]), [address, city, country].filter(Boolean).join(', ')].join(' · ')}
                </span>
              </p>
              <div className="grid grid-cols-2 gap-2 md:grid-cols-[170px_130px_130px]">
                <label className="col-span-2 grid gap-1 text-[15px] md:col-span-1">
                  {t`Day`}
                  <input
                    type="date"
                    className="door-input"
                    required={needs_date}
                    aria-invalid={faults.has(`stops.${key}.date`)}
                    value={form.dates[key] ?? ''}
                    onChange={(event) => onDate(key, event.target.value)}
                  />
                </label>
                <label className="grid gap-1 text-[15px]">
                  {t`From`}
                  <input
                    type="time"
                    className="door-input"
                    value={times.from}
                    onChange={(event) => onTimes(key, { ...times, from: event.target.value })}
                  />
                </label>
                <label className="grid gap-1 text-[15px]">
                  {t`Until`}
                  <input
                    type="time"
                    className="door-input"
                    aria-invalid={faults.has(`stops.${key}.to`)}
                    value={times.to}
                    onChange={(event) => onTimes(key, { ...times, to: event.target.value })}
                  />
                </label>
              </div>
              {['date', 'to'].map((field) => (
                <FaultLine key={field} fault={faults.get(`stops.${key}.${field}`)} />
              ))}
            </fieldset>
          </li>
        )
      })}
    </ol>
  )
}

function FaultLine({ fault }: { fault: EntryFault | undefined }) {
  const { t } = useLingui()
  if (fault === undefined) return null
  const labels = {
    MISSING: t`Enter the day of this stop.`,
    BEFORE_PICKUP: t`This day is before the pickup. Enter a later day.`,
    TURNED: t`The latest time is before the earliest. Enter a later one.`,
    OTHER: t`This cannot be taken. Check it, or ask the office.`,
  }
  return (
    <p className="text-[15px] font-medium text-red md:col-span-2" role="alert">
      {labels[fault]}
    </p>
  )
}

interface GoodsFieldsProps {
  draft: PortalDraft
  form: EntryForm
  onChange: (key: string, good: EntryForm['goods'][string]) => void
}

/** Quantity and weight of each goods item. */
export function GoodsFields({ draft, form, onChange }: GoodsFieldsProps) {
  const { t } = useLingui()
  return (
    <ul className="grid gap-4">
      {draft.goods.map(({ key, description, packaging }) => {
        const good = form.goods[key] ?? { quantity: '', weight: '' }
        return (
          <li key={key}>
            <fieldset className="grid gap-2 md:grid-cols-[minmax(0,1fr)_150px_150px] md:items-end">
              <legend className="sr-only">{description ?? packaging}</legend>
              <p className="font-semibold break-words">{[packaging, description].filter(Boolean).join(' ')}</p>
              <label className="grid gap-1 text-[15px]">
                {t`Quantity`}
                <input
                  type="number"
                  min="0"
                  step="any"
                  className="door-input"
                  value={good.quantity}
                  onChange={(event) => onChange(key, { ...good, quantity: event.target.value })}
                />
              </label>
              <label className="grid gap-1 text-[15px]">
                {t`Weight (kg)`}
                <input
                  type="number"
                  min="0"
                  step="any"
                  className="door-input"
                  value={good.weight}
                  onChange={(event) => onChange(key, { ...good, weight: event.target.value })}
                />
              </label>
            </fieldset>
          </li>
        )
      })}
    </ul>
  )
}
