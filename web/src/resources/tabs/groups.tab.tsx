import type { AppResourceAllocation } from '@cartage/contract/resources/app/groups'
import type { ResourceRecord } from '@cartage/contract/resources/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureOf } from '../../api/failure.ts'
import { Loaded } from '../../records/loaded.tsx'
import { groupsQuery, useResourceChange } from '../../records/resource.queries.ts'
import { IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Users, X } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { AllocationDays, AllocationKind } from '../groups/allocation-days.tsx'
import { takeBack } from '../groups/queries.ts'
import { allocationsQuery, patchResource } from '../queries.ts'

/** Planning groups of a resource: its fixed one, and those of combinations and rotations. */
export function GroupsTab({ record, isEditable }: { record: ResourceRecord; isEditable: boolean }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useResourceChange()
  const id = String(record.resource.id)
  const query = useQuery(allocationsQuery(id))
  const remove = (one: AppResourceAllocation) =>
    change.mutate(() => takeBack(one.id), {
      onSuccess: () => toasts.done(t`Removed from ${one.resource_group_name}`),
      onError: (error) => toasts.failed(failureOf(error)),
    })

  return (
    <div className="max-w-[860px] px-4 py-3">
      {isEditable && <FixedGroup resourceId={id} allocations={query.data?.items} />}
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={Users} title={t`No group`} text={t`Groups let you plan resources together.`} />
          ) : (
            <ul>
              {items.map((one) => (
                <AllocationLine key={one.id} allocation={one} isEditable={isEditable} onRemove={() => remove(one)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}

/** The group in which a resource is always planned. */
function FixedGroup({
  resourceId,
  allocations,
}: {
  resourceId: string
  /** Undefined while loading. */
  allocations: readonly AppResourceAllocation[] | undefined
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useResourceChange()
  const groups = useQuery(groupsQuery).data ?? []
  const live = allocations?.filter((one) => !one.is_archived) ?? []
  const fixed = live.find((one) => one.kind === 'FIXED' && one.starts_on === null && one.ends_on === null)

  function move(groupId: string | null, back?: string | null) {
    const body = { resource_group: groupId === null ? null : { id: groupId } }
    change.mutate(() => patchResource(resourceId, body), {
      onSuccess: () =>
        toasts.done(
          groupId === null ? t`Removed from group` : t`Group changed`,
          back === undefined ? undefined : { word: t`Undo`, run: () => move(back) },
        ),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }

  return (
    <div className="w-72 pb-4">
      <Field label={t`Fixed group`} fault={undefined}>
        {(input) => (
          <Select
            {...input}
            choices={[
              { value: '', label: t`None` },
              ...groups.map((group) => ({ value: group.id, label: group.name })),
            ]}
            value={fixed?.resource_group_id ?? ''}
            onChange={(next) => move(next === '' ? null : next, fixed?.resource_group_id ?? null)}
            disabled={allocations === undefined || change.isPending}
          />
        )}
      </Field>
    </div>
  )
}

function AllocationLine({
  allocation: one,
  isEditable,
  onRemove,
}: {
  allocation: AppResourceAllocation
  isEditable: boolean
  onRemove: () => void
}) {
  const { t } = useLingui()
  return (
    <li className={`flex min-h-9 items-center gap-3 border-b border-line ${one.is_archived ? 'text-ink-3' : ''}`}>
      <Link
        to="/resources/groups"
        search={{ group: one.resource_group_id }}
        className="hover:underline w-56 truncate font-medium"
      >
        {one.resource_group_name}
      </Link>
      <span className="w-32 text-ink-2">
        <AllocationKind kind={one.kind} />
      </span>
      <span className="tnum min-w-0 flex-1 text-ink-2">
        <AllocationDays allocation={one} isEditable={isEditable && !one.is_archived} />
      </span>
      {one.is_archived ? (
        <Trans>Removed</Trans>
      ) : (
        isEditable && <IconButton icon={X} label={t`Remove`} onClick={onRemove} />
      )}
    </li>
  )
}
