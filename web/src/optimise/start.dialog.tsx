import { addDays } from '@cartage/contract/reading/day'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Loaded } from '../records/loaded.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { DayField } from '../ui/form/day-field.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { useReading } from '../ui/form/typed-time.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { instantAt } from '../ui/time/zone.ts'
import { combinationText } from './combination-text.tsx'
import { combinationsQuery, startOptimisation, useOptimisationChange } from './queries.ts'

interface StartProps {
  orderIds: readonly string[]
  /** Requested days of the orders, as far as known. */
  days: readonly string[]
  onClose: () => void
  /** @param from first of the planned days */
  onStarted: (optimisationId: string, from: string) => void
}

/** Starts a run for chosen orders, with the combinations and the days to plan. */
export function PlanTheseDialog({ orderIds, days: requested, onClose, onStarted }: StartProps) {
  const { t } = useLingui()
  const { today } = useReading()
  const combinations = useQuery(combinationsQuery)
  const change = useOptimisationChange()
  const [days, setDays] = useState(() => periodOf(requested, today))
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const all = combinations.data?.combinations ?? []
  const known = all.filter(({ lacks }) => lacks.length === 0).map(({ resources }) => resources)
  const chosen = known.filter((resources) => !without.has(resources[0]!.resource_id))
  const period = { from_at: midnight(days.from, 0), to_at: midnight(days.until, 1) }
  const submit = () => {
    if (!period.from_at || !period.to_at) return
    const body = {
      order_ids: [...orderIds],
      combinations: chosen.map((resources) => ({ resource_ids: resources.map(({ resource_id }) => resource_id) })),
      ...{ from_at: period.from_at, to_at: period.to_at },
    }
    change.mutate(() => startOptimisation(body), {
      goOn: ({ optimisation_id }) => onStarted(optimisation_id, days.from),
    })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      className="w-[560px]"
      title={t`Plan ${plural(orderIds.length, { one: '# order', other: '# orders' })}`}
      text={<Trans>Suggests trips. Nothing changes until you accept them.</Trans>}
    >
      <Form
        label={t`Plan these`}
        failure={change.error ? failureOf(change.error) : undefined}
        onSubmit={submit}
        footer={
          <DialogFooter
            verb={<Trans>Suggest trips</Trans>}
            onClose={onClose}
            isBusy={change.isPending}
            isLoading={combinations.isLoading}
            isDisabled={chosen.length === 0 || !period.from_at || !period.to_at}
          />
        }
      >
        <div className="grid grid-cols-2 gap-3">
          <Field label={t`From`} fault={undefined}>
            {(input) => <DayField {...input} value={days.from} onChange={(from) => setDays({ ...days, from })} />}
          </Field>
          <Field label={t`Until`} fault={undefined}>
            {(input) => <DayField {...input} value={days.until} onChange={(until) => setDays({ ...days, until })} />}
          </Field>
        </div>
        <CombinationsField known={known} chosen={chosen} without={without} onChange={setWithout}>
          <Loaded query={combinations}>{() => null}</Loaded>
          <Incomplete combinations={all.filter(({ lacks }) => lacks.length > 0)} />
        </CombinationsField>
      </Form>
    </Dialog>
  )
}

type Resources = Parameters<typeof combinationText>[0]
type Lack = 'VEHICLE' | 'DRIVER' | 'TRAILER'

/** Combinations, each with a checkbox. */
function CombinationsField({
  known,
  chosen,
  without,
  onChange,
  children,
}: {
  known: readonly Resources[]
  chosen: readonly Resources[]
  /** Vehicle ids of the unchecked combinations. */
  without: ReadonlySet<string>
  onChange: (without: ReadonlySet<string>) => void
  /** Loading state, and the combinations that cannot be chosen. */
  children: ReactNode
}) {
  return (
    <fieldset className="pt-3">
      <legend className="pb-1 font-medium">
        <Trans>
          Combinations ({chosen.length} of {known.length})
        </Trans>
      </legend>
      <CheckField
        isOn={chosen.length === known.length}
        isPart={chosen.length > 0 && chosen.length < known.length}
        onChange={(isOn) => onChange(new Set(isOn ? [] : known.map(([first]) => first!.resource_id)))}
      >
        <Trans>All</Trans>
      </CheckField>
      <div className="max-h-64 overflow-y-auto border-t border-line pt-1">
        {known.map((resources) => (
          <CheckField
            key={resources[0]!.resource_id}
            isOn={chosen.includes(resources)}
            onChange={(isOn) => onChange(toggled(without, resources[0]!.resource_id, !isOn))}
          >
            {combinationText(resources)}
          </CheckField>
        ))}
        {children}
      </div>
    </fieldset>
  )
}

/** Combinations that get no suggestions, each with what it lacks. */
function Incomplete({ combinations }: { combinations: readonly { resources: Resources; lacks: readonly Lack[] }[] }) {
  const { t } = useLingui()
  const labels: Record<Lack, string> = { VEHICLE: t`no vehicle`, DRIVER: t`no driver`, TRAILER: t`no trailer` }
  return (
    <ul>
      {combinations.map(({ resources, lacks }) => (
        <li key={resources[0]!.resource_id} className="py-1 pl-7 text-ink-3">
          {combinationText(resources)} · {lacks.map((lack) => labels[lack]).join(', ')}
        </li>
      ))}
    </ul>
  )
}

function toggled(set: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set)
  if (isIn) next.add(key)
  else next.delete(key)
  return next
}

/** Maximum number of days planned at once. */
const mostDays = 7

/** Days to plan: from the first to the last requested day, never before today. */
function periodOf(requested: readonly string[], today: string): { from: string; until: string } {
  const ahead = requested.filter((day) => day >= today).toSorted()
  const from = ahead.length < requested.length ? today : (ahead[0] ?? today)
  const last = ahead.at(-1) ?? today
  const longest = addDays(from, mostDays - 1)
  return { from, until: last < longest ? last : longest }
}

/** Instant of midnight `later` days after a day. Undefined if the day cannot be parsed. */
function midnight(day: string, later: number): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)
  if (!parts) return undefined
  const [year, month, date] = parts.slice(1).map(Number)
  return new Date(instantAt({ year: year!, month: month!, day: date! + later })).toISOString()
}
