import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { ActionFailed } from './failure.tsx'
import { useCarrierAction } from './queries.ts'
import { TextField } from './text-field.tsx'

interface AnswerFormProps {
  plate: string
  driverName: string
  /** False once the trip has started: the carrier must call the planner then. */
  mayRefuse: boolean
  onDone(): void
}

/** Accepts the trip with plate and driver, or refuses it with a reason. */
export function AnswerForm({ plate: knownPlate, driverName: knownDriver, mayRefuse, onDone }: AnswerFormProps) {
  const { t } = useLingui()
  const { act, isBusy, error } = useCarrierAction()
  const [wantsToRefuse, setRefusing] = useState(false)
  const isRefusing = mayRefuse && wantsToRefuse
  const [plate, setPlate] = useState(knownPlate)
  const [driver, setDriver] = useState(knownDriver)
  const [reason, setReason] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const answer = isRefusing
      ? { answer: 'REFUSED' as const, reason: reason.trim() }
      : { answer: 'ACCEPTED' as const, plate: plate.trim() || null, driver_name: driver.trim() || null }
    act({ kind: 'answer', answer }, onDone)
  }
  return (
    <form className="grid gap-4" onSubmit={send}>
      {isRefusing ? (
        <TextField label={t`Reason`} value={reason} onChange={setReason} isLong />
      ) : (
        <>
          <TextField label={t`Licence plate`} value={plate} onChange={setPlate} />
          <TextField label={t`Driver`} value={driver} onChange={setDriver} />
        </>
      )}
      <ActionFailed error={error} />
      <div className={mayRefuse ? 'grid grid-cols-2 gap-3' : 'grid'}>
        {mayRefuse && (
          <button type="button" className="door-button door-button-outline" onClick={() => setRefusing(!isRefusing)}>
            {isRefusing ? t`Back` : t`Refuse…`}
          </button>
        )}
        <button
          type="submit"
          className={`door-button ${isRefusing ? 'door-button-danger' : 'door-button-brand'}`}
          disabled={isBusy || (isRefusing && reason.trim() === '')}
        >
          {isRefusing ? t`Refuse trip` : t`Accept trip`}
        </button>
      </div>
    </form>
  )
}
