import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from '../../records/resource.queries.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { DayInput } from '../../ui/form/typed-time.tsx'
import { CircleAlert, X } from '../../ui/icons.tsx'
import { type AllocationDraft, emptyTurn, type Turn } from './allocation-draft.ts'
import { type FoundResource, findResources } from './queries.ts'
import type { AllocationFaults } from './use-allocate.ts'

interface FieldsProps {
  draft: AllocationDraft
  faults: AllocationFaults
  onChange: (members: Partial<AllocationDraft>) => void
}

/** Kind, resources and period of an allocation. */
export function AllocationFields(props: FieldsProps) {
  const { t } = useLingui()
  const { draft, faults, onChange } = props
  return (
    <>
      <Field label={t`Type`} fault={undefined}>
        {(input) => (
          <Select
            {...input}
            choices={[
              { value: 'FIXED', label: t`Fixed: each resource separately` },
              { value: 'COMBINED', label: t`Combination: drive together` },
              { value: 'ROTATING', label: t`Rotation between groups` },
            ]}
            value={draft.kind}
            onChange={(kind) => onChange({ kind })}
          />
        )}
      </Field>
      <Chosen {...props} />
      {draft.kind === 'ROTATING' && (
        <Turns turns={draft.turns} fault={faults.turns} onChange={(turns) => onChange({ turns })} />
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label={t({ message: 'From', context: 'time' })} fault={faults.starts_on}>
          {(input) => <DayInput {...input} value={draft.starts_on} onChange={(starts_on) => onChange({ starts_on })} />}
        </Field>
        <Field label={t`Until`} fault={faults.ends_on}>
          {(input) => <DayInput {...input} value={draft.ends_on} onChange={(ends_on) => onChange({ ends_on })} />}
        </Field>
      </div>
    </>
  )
}

/** Searches resources and shows the chosen ones. */
function Chosen({ draft: { chosen }, faults, onChange }: FieldsProps) {
  const { t } = useLingui()
  const without = (id: string) => chosen.filter((one) => one.id !== id)
  return (
    <>
      <Field label={t`Resources`} fault={faults.resources}>
        {(input) => (
          <Combobox<FoundResource>
            {...input}
            value={null}
            onChange={(one) => one && onChange({ chosen: [...without(one.id), one] })}
            queryKey={['resources', 'find']}
            search={findResources}
            textOf={({ name }) => name}
            keyOf={({ id }) => id}
            sideOf={({ plate }) => plate}
            placeholder={t`Name or plate…`}
          />
        )}
      </Field>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {chosen.map((one) => (
            <li key={one.id} className="tag tone-grey">
              {one.name}
              <IconButton
                icon={X}
                label={t`Remove ${one.name}`}
                onClick={() => onChange({ chosen: without(one.id) })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Groups of a rotation, each with its days. */
function Turns({
  turns,
  fault,
  onChange,
}: {
  turns: readonly Turn[]
  fault: string | undefined
  onChange: (turns: Turn[]) => void
}) {
  const { t } = useLingui()
  const groups = useQuery(groupsQuery).data ?? []
  const set = (at: number, members: Partial<Turn>) =>
    onChange(turns.map((turn, index) => (index === at ? { ...turn, ...members } : turn)))
  return (
    <fieldset className="grid gap-2" aria-invalid={fault !== undefined}>
      <legend className="pb-1 text-[12px] text-ink-2">
        <Trans>Turns, repeating in this order</Trans>
      </legend>
      {turns.map((turn, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns differ by their position only
        <div key={at} className="flex items-center gap-2">
          <Select
            label={t`Group of turn ${at + 1}`}
            choices={groups.map(({ id, name }) => ({ value: id, label: name }))}
            value={turn.resource_group_id || null}
            onChange={(resource_group_id) => set(at, { resource_group_id })}
            placeholder={t`Group…`}
            className="flex-1"
          />
          <input
            inputMode="numeric"
            autoComplete="off"
            className="field tnum w-20"
            aria-label={t`Days of turn ${at + 1}`}
            value={turn.days}
            onChange={(event) => set(at, { days: event.target.value })}
          />
          <Trans>days</Trans>
          {turns.length > 2 && (
            <IconButton
              icon={X}
              label={t`Remove turn ${at + 1}`}
              onClick={() => onChange(turns.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {fault !== undefined && (
        <p role="alert" className="flex items-center gap-1 text-[12px] text-red">
          <CircleAlert size={12} aria-hidden="true" />
          {fault}
        </p>
      )}
      <Button variant="ghost" onClick={() => onChange([...turns, emptyTurn])}>
        <Trans>Add turn</Trans>
      </Button>
    </fieldset>
  )
}
