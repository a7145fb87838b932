import type { AppResourceGroup } from '@cartage/contract/resources/app/groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { groupsQuery, useResourceChange } from '../../records/resource.queries.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { type Allocation, addAllocation, type FoundResource, findResources } from './queries.ts'

type Kind = Allocation['kind']

interface Turn {
  resource_group_id: string
  days: number
}

/** Puts resources in a group: each on its own, together as a combination, or one in turns with other groups. */
export function AllocationDialog({ group, onClose }: { group: AppResourceGroup; onClose: () => void }) {
  const { t } = useLingui()
  const change = useResourceChange()
  const [kind, setKind] = useState<Kind>('FIXED')
  const [chosen, setChosen] = useState<readonly FoundResource[]>([])
  const [turns, setTurns] = useState<readonly Turn[]>([
    { resource_group_id: group.id, days: 7 },
    { resource_group_id: '', days: 7 },
  ])
  const [days, setDays] = useState({ starts_on: '', ends_on: '' })
  const [fault, setFault] = useState<string>()

  function submit() {
    const bodies = bodiesOf(kind, { group, chosen, turns, days })
    if (bodies === undefined) return setFault(missing())
    change.mutate(
      async () => {
        for (const body of bodies) await addAllocation(body)
      },
      {
        onSuccess: onClose,
        onError: (error) => setFault(failureOf(error).items[0]?.message ?? failureOf(error).message),
      },
    )
  }

  function missing(): string {
    if (kind === 'COMBINED') return t`A combination needs at least two resources.`
    return kind === 'FIXED' ? t`Choose a resource.` : t`Choose one resource, a first day and a group for each turn.`
  }

  return (
    <Dialog isOpen onClose={onClose} title={t`Add to ${group.name}`}>
      <Form
        label={t`Add to ${group.name}`}
        onSubmit={submit}
        foot={<DialogFoot verb={<Trans>Add</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        <Field label={t`Type`} fault={undefined}>
          {(input) => (
            <Select
              {...input}
              choices={[
                { value: 'FIXED', label: t`Fixed: each resource separately` },
                { value: 'COMBINED', label: t`Combination: drive together` },
                { value: 'ROTATING', label: t`Rotation between groups` },
              ]}
              value={kind}
              onChange={setKind}
            />
          )}
        </Field>
        <Field label={t`Resources`} fault={fault}>
          {(input) => (
            <Combobox<FoundResource>
              {...input}
              value={null}
              onChange={(one) => one && setChosen(chosen.some(({ id }) => id === one.id) ? chosen : [...chosen, one])}
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
                  onClick={() => setChosen(chosen.filter(({ id }) => id !== one.id))}
                />
              </li>
            ))}
          </ul>
        )}
        {kind === 'ROTATING' && <Turns turns={turns} onChange={setTurns} />}
        <div className="grid grid-cols-2 gap-3">
          {(['starts_on', 'ends_on'] as const).map((member) => (
            <Field key={member} label={member === 'starts_on' ? t`First day` : t`Last day`} fault={undefined}>
              {(input) => (
                <input
                  {...input}
                  type="date"
                  value={days[member]}
                  onChange={(event) => setDays({ ...days, [member]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      </Form>
    </Dialog>
  )
}

function Turns({ turns, onChange }: { turns: readonly Turn[]; onChange: (turns: Turn[]) => void }) {
  const { t } = useLingui()
  const groups = useQuery(groupsQuery).data ?? []
  const set = (at: number, members: Partial<Turn>) =>
    onChange(turns.map((turn, index) => (index === at ? { ...turn, ...members } : turn)))
  return (
    <fieldset className="grid gap-2">
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
            type="number"
            min={1}
            max={366}
            className="field w-20"
            aria-label={t`Days of turn ${at + 1}`}
            value={turn.days}
            onChange={(event) => set(at, { days: Number(event.target.value) })}
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
      <Button variant="ghost" onClick={() => onChange([...turns, { resource_group_id: '', days: 7 }])}>
        <Trans>Add turn</Trans>
      </Button>
    </fieldset>
  )
}

/** What is sent; undefined while something is missing. */
function bodiesOf(
  kind: Kind,
  given: {
    group: AppResourceGroup
    chosen: readonly FoundResource[]
    turns: readonly Turn[]
    days: { starts_on: string; ends_on: string }
  },
): Allocation[] | undefined {
  const { group, chosen, turns, days } = given
  const resource_group_id = group.id
  const range = { starts_on: days.starts_on || null, ends_on: days.ends_on || null }
  const ids = chosen.map(({ id }) => id)
  if (kind === 'FIXED') {
    return ids.length === 0 ? undefined : ids.map((resource_id) => ({ kind, resource_id, resource_group_id, ...range }))
  }
  if (kind === 'COMBINED') {
    return ids.length < 2 ? undefined : [{ kind, resource_ids: ids, resource_group_id, ...range }]
  }
  const isWhole = turns.every((turn) => turn.resource_group_id !== '' && turn.days >= 1)
  if (ids.length !== 1 || days.starts_on === '' || !isWhole) return undefined
  return [{ kind, resource_id: ids[0]!, turns: [...turns], starts_on: days.starts_on, ends_on: range.ends_on }]
}
