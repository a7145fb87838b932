import type { DriverStop } from '@cartage/contract/doors/app/driver'
import { useState } from 'react'
import type { ShownAct } from './acts.ts'
import { useDriver } from './context.ts'
import { Check, Refresh, Warning } from './icons.tsx'
import { actLabel, rejectionLabel, timeLabel } from './labels.ts'

interface ReportedActProps {
  act: ShownAct
  stop: DriverStop | undefined
  /** Names the stop, because the plan no longer contains it. */
  withPlace?: boolean
}

/** One reported act: its time, and whether the server has it. A refused one shows the reason. */
export function ReportedAct({ act, stop, withPlace = false }: ReportedActProps) {
  const { texts, language, model } = useDriver()
  const [isAsking, setAsking] = useState(false)
  const labels = { WAITING: texts.waiting, SENT: texts.sent, REFUSED: texts.refused }
  const zone = stop?.place.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <li className={`act act-${act.state.toLowerCase()}`}>
      <span className="act-time">{timeLabel(act.happened_at, zone, language)}</span>
      <span className="act-words">
        <b>{actLabel(act.kind, stop, texts)}</b>
        {withPlace && act.stop_name && <span>{act.stop_name}</span>}
        {act.state === 'REFUSED' && (
          <>
            <span>{rejectionLabel(act, texts)}</span>
            <span>{texts.refusedHint}</span>
            {isAsking && <span>{texts.removeHint}</span>}
            <span className="act-buttons">
              <button
                type="button"
                className="small"
                onClick={() => (isAsking ? void model.dismiss(...(act.act_ids ?? [act.act_id])) : setAsking(true))}
              >
                {isAsking ? texts.confirm : texts.remove}
              </button>
              {isAsking && (
                <button type="button" className="small" onClick={() => setAsking(false)}>
                  {texts.cancel}
                </button>
              )}
            </span>
          </>
        )}
      </span>
      <span className="act-state">
        {act.state === 'SENT' ? <Check /> : act.state === 'WAITING' ? <Refresh /> : <Warning />}
        <span>{labels[act.state]}</span>
      </span>
    </li>
  )
}
