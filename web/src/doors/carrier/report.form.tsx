import type { CarrierReport } from '@cartage/contract/doors/app/carrier'
import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { ActionFailed } from './failure.tsx'
import { useCarrierAction } from './queries.ts'

interface ReportFormProps {
  stopId: string
  report: CarrierReport
  onClose(): void
}

/** Requests the time of an arrival or departure; defaults to now. */
export function ReportForm({ stopId, report, onClose }: ReportFormProps) {
  const { t } = useLingui()
  const { act, isBusy, error } = useCarrierAction()
  const [now] = useState(() => localMinute(new Date()))
  const [time, setTime] = useState(now)
  const id = useId()
  const send = () => {
    // Uncorrected times use the current second.
    const at = time === now ? new Date() : new Date(time)
    act({ kind: 'report', stopId, report, happenedAt: at.toISOString() }, onClose)
  }
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <label htmlFor={id} className="text-[15px] font-medium">
          {report === 'ARRIVED' ? t`Arrived at` : t`Left at`}
        </label>
        <input
          id={id}
          type="datetime-local"
          className="door-input tnum"
          value={time}
          max={localMinute(new Date())}
          onChange={(event) => setTime(event.target.value)}
        />
        <p className="text-[14px] text-ink-3">{t`Time on this device`}</p>
      </div>
      <ActionFailed error={error} />
      <div className="grid grid-cols-2 gap-3">
        <button type="button" className="door-button door-button-outline" onClick={onClose}>
          {t`Back`}
        </button>
        <button type="button" className="door-button door-button-brand" disabled={isBusy || time === ''} onClick={send}>
          {report === 'ARRIVED' ? t`Report arrival` : t`Report departure`}
        </button>
      </div>
    </div>
  )
}

/** Time as the value of a datetime-local input. */
function localMinute(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
