import { simulationSpeeds } from '@cartage/contract/app/simulation'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { Pause, Play, Trash2, TriangleAlert } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { When } from '../ui/time/when.tsx'
import { dateText, midnightOf } from '../ui/time/zone.ts'
import { simulationEventLabels, simulationReasonLabels } from './simulation.labels.ts'
import { type Simulation, type SimulationSwitch, simulationQuery, useSimulationSwitch } from './simulation.queries.ts'

/** Simulation for an organisation with sample data. Nothing for any other. */
export function SimulationSection() {
  const { t } = useLingui()
  const toasts = useToasts()
  const state = useQuery({ ...simulationQuery, enabled: usePermission('setting.read') }).data
  const mayWrite = usePermission('setting.write')
  const change = useSimulationSwitch()
  const press = (given: SimulationSwitch) =>
    change.mutate(given, { onError: (error) => toasts.failed(failureOf(error)) })
  if (!state || (!state.is_offered && !state.simulation)) return null
  const { simulation } = state
  return (
    <section className="grid gap-3 border-b border-line pb-5" aria-label={t`Simulation`}>
      <div>
        <h3 className="font-semibold">
          <Trans>Simulation</Trans>
        </h3>
        <p className="mt-1 max-w-[640px] text-ink-2">
          <Trans>
            Trucks drive the trips of the sample data. Board computers, carriers and terminals report through the public
            webhooks.
          </Trans>
        </p>
      </div>
      {simulation ? (
        <Running simulation={simulation} press={press} isBusy={change.isPending} mayWrite={mayWrite} />
      ) : (
        mayWrite && <Start press={press} isBusy={change.isPending} />
      )}
    </section>
  )
}

interface Controls {
  press: (given: SimulationSwitch) => void
  isBusy: boolean
}

/** Time before yesterday's first trips start. */
function yesterdayMorning(): string {
  return `${dateText(midnightOf(Date.now(), -1))}T04:00:00Z`
}

function Start({ press, isBusy }: Controls) {
  const { t } = useLingui()
  const [speed, setSpeed] = useState(1)
  const [seed, setSeed] = useState('1')
  const [from, setFrom] = useState<'now' | 'yesterday'>('now')
  const start = () => {
    const from_at = from === 'now' ? undefined : yesterdayMorning()
    press({ kind: 'START', speed, seed: Math.max(1, Math.round(Number(seed)) || 1), from_at })
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t`Speed`} fault={undefined}>
        {({ id }) => <Speed id={id} speed={speed} onChange={setSpeed} />}
      </Field>
      <Field label={t`Clock starts`} fault={undefined}>
        {({ id }) => (
          <Select
            id={id}
            className="h-8 w-44"
            choices={[
              { value: 'now', label: t`Now` },
              { value: 'yesterday', label: t`Yesterday morning` },
            ]}
            value={from}
            onChange={setFrom}
          />
        )}
      </Field>
      <Field label={t`Seed`} fault={undefined}>
        {(input) => (
          <input
            {...input}
            className="field h-8 w-24"
            inputMode="numeric"
            value={seed}
            onChange={(event) => setSeed(event.target.value)}
          />
        )}
      </Field>
      <Button variant="brand" icon={Play} isBusy={isBusy} onClick={start}>
        <Trans context="verb">Start</Trans>
      </Button>
    </div>
  )
}

interface SpeedProps {
  id?: string
  speed: number
  onChange: (speed: number) => void
  disabled?: boolean
}

function Speed({ id, speed, onChange, disabled = false }: SpeedProps) {
  const { t } = useLingui()
  const speeds = simulationSpeeds.some((one) => one === speed) ? simulationSpeeds : [...simulationSpeeds, speed]
  return (
    <Select
      {...(id === undefined ? { label: t`Speed` } : { id })}
      className="h-8 w-28"
      choices={speeds.map((one) => ({ value: String(one), label: t`${one} ×` }))}
      value={String(speed)}
      onChange={(next) => onChange(Number(next))}
      disabled={disabled}
    />
  )
}

function Running({ simulation, press, isBusy, mayWrite }: Controls & { simulation: Simulation; mayWrite: boolean }) {
  const { state, speed, reported_until, is_live, driven_by, failure, seed, sent, rejected } = simulation
  const isPaused = state === 'PAUSED'
  const mayPress = mayWrite && driven_by === 'SERVER'
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Speed speed={speed} disabled={!mayPress} onChange={(next) => press({ kind: 'CHANGE', speed: next })} />
        {mayPress && (
          <Button
            icon={isPaused ? Play : Pause}
            isBusy={isBusy}
            onClick={() => press({ kind: 'CHANGE', is_paused: !isPaused })}
          >
            {isPaused ? <Trans>Continue</Trans> : <Trans>Pause</Trans>}
          </Button>
        )}
        {mayPress && (
          <Button icon={Trash2} isBusy={isBusy} onClick={() => press({ kind: 'REMOVE' })}>
            <Trans>Stop and remove</Trans>
          </Button>
        )}
        <span className="text-ink-2">
          {isPaused ? <Trans>Paused at</Trans> : is_live ? <Trans>Live</Trans> : <Trans>Catching up</Trans>}{' '}
          <When instant={reported_until} />
        </span>
      </div>
      {driven_by === 'COMMAND' && (
        <p className="text-ink-3">
          <Trans>Driven by a command in a terminal.</Trans>
        </p>
      )}
      <p className="tnum text-ink-3">
        <Trans>
          Seed {seed} · {sent} reports accepted · {rejected} rejected
        </Trans>
      </p>
      {failure !== null && (
        <Notice icon={TriangleAlert} tone="amber">
          <Trans>Reports are not accepted at the moment and will be sent again: {failure}</Trans>
        </Notice>
      )}
      <Happenings simulation={simulation} />
    </>
  )
}

function Happenings({ simulation: { latest, waiting } }: { simulation: Simulation }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div>
        <h4 className="pb-1 font-medium">
          <Trans>Latest reports</Trans>
        </h4>
        {latest.length === 0 && <Trans>None yet.</Trans>}
        <ul className="grid gap-1">
          {latest.slice(0, 10).map((one) => (
            <li key={`${one.at} ${one.event} ${one.trip_id}`} className="flex gap-2">
              <span className="w-36 shrink-0 text-ink-3">
                <When instant={one.at} isPlain />
              </span>
              <span className="min-w-0 truncate">
                {t(simulationEventLabels[one.event])} <span className="text-ink-3">{one.name}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      {waiting.length > 0 && (
        <div>
          <h4 className="pb-1 font-medium">
            <Trans>Trips not started</Trans>
          </h4>
          <ul className="grid gap-1">
            {waiting.slice(0, 10).map(({ trip_id, name, reason }) => (
              <li key={trip_id} className="flex gap-2">
                <a className="shrink-0 font-medium text-brand-ink hover:underline" href={`/trips/${trip_id}`}>
                  {name}
                </a>
                <span className="text-ink-3">{t(simulationReasonLabels[reason])}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
