import type { AppResourceGroup, GroupMember } from '@cartage/contract/resources/app/groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { withFaultText } from '../../api/fault-text.ts'
import { Loaded } from '../../records/loaded.tsx'
import { ResourceType } from '../../records/resource.labels.tsx'
import { useResourceChange } from '../../records/resource.queries.ts'
import { usePermission } from '../../session/permission.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Archive, ArchiveRestore, UserPlus, Users, X } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { EditableProperty, Properties } from '../../ui/properties/properties.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { AllocationDialog } from './allocation.dialog.tsx'
import { AllocationDays, AllocationKind } from './allocation-days.tsx'
import { addAllocation, changeGroup, membersQuery, takeBack } from './queries.ts'

/** One group: its name, and its members with their periods. */
export function GroupMembers({ group }: { group: AppResourceGroup }) {
  const { t } = useLingui()
  const mayWrite = usePermission('resource.write')
  const change = useResourceChange()
  const query = useQuery(membersQuery(group.id))
  const [isAdding, setIsAdding] = useState(false)
  const isEditable = mayWrite && !group.is_archived
  const save = (body: object) => withFaultText(change.mutateAsync(() => changeGroup(group.id, body)))
  return (
    <section
      className="min-w-0 flex-1 overflow-y-auto px-4 max-sm:flex-none max-sm:overflow-visible py-3"
      aria-label={group.name}
    >
      <div className="flex max-w-[960px] flex-wrap items-start gap-x-4 gap-y-2 pb-3">
        <div className="min-w-64 flex-1">
          <Properties>
            <EditableProperty
              name={t`Name`}
              value={group.name}
              isEditable={isEditable}
              onSave={(name) => save({ name })}
            />
            <EditableProperty
              name={t`Code`}
              value={group.code ?? ''}
              isEditable={isEditable}
              onSave={(code) => save({ code: code || null })}
            />
          </Properties>
        </div>
        {mayWrite && <ArchiveGroup group={group} />}
        {isEditable && (
          <Button icon={UserPlus} onClick={() => setIsAdding(true)}>
            <Trans>Add resources</Trans>
          </Button>
        )}
      </div>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={Users} title={t`No members`} text={t`Add drivers, vehicles or trailers.`} />
          ) : (
            <Members items={items} isEditable={isEditable} />
          )
        }
      </Loaded>
      {isAdding && <AllocationDialog group={group} onClose={() => setIsAdding(false)} />}
    </section>
  )
}

function Members({ items, isEditable }: { items: GroupMember[]; isEditable: boolean }) {
  const { t } = useLingui()
  return (
    <div className="max-w-[960px]">
      <PlainTable<GroupMember>
        label={t`Resources`}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'name',
            title: t`Name`,
            width: 'w-48',
            cell: ({ resource_id, resource_name, license_plate }) => (
              <>
                <Link
                  to="/resources/$resourceId"
                  params={{ resourceId: resource_id }}
                  className="font-medium underline-offset-2 hover:underline"
                >
                  {resource_name}
                </Link>{' '}
                <span className="tnum whitespace-nowrap text-ink-3">{license_plate}</span>
              </>
            ),
          },
          {
            id: 'type',
            title: t`Type`,
            width: 'w-28',
            cell: ({ resource_type }) => <ResourceType type={resource_type} />,
          },
          {
            id: 'how',
            title: t`Membership`,
            width: 'w-28',
            cell: ({ kind }) => (
              <span className="text-ink-2">
                <AllocationKind kind={kind} />
              </span>
            ),
          },
          {
            id: 'days',
            title: t`From – to`,
            width: 'w-40',
            cell: (one) => (
              <span className="tnum text-ink-2">
                <AllocationDays allocation={one} isEditable={isEditable} />
              </span>
            ),
          },
          {
            id: 'off',
            title: '',
            width: 'w-12',
            cell: (one) => isEditable && <TakeOff member={one} />,
          },
        ]}
      />
    </div>
  )
}

function TakeOff({ member }: { member: GroupMember }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useResourceChange()
  const { resource_id, resource_group_id, starts_on, ends_on } = member
  const failed = (error: unknown) => toasts.failed(failureOf(error))
  const putBack = () =>
    change.mutate(() => addAllocation({ kind: 'FIXED', resource_id, resource_group_id, starts_on, ends_on }), {
      onError: failed,
    })
  // The handler reports the result itself: this line has disappeared by then.
  const takeOff = async () => {
    await takeBack(member.id)
    toasts.done(
      t`${member.resource_name} removed from ${member.resource_group_name}`,
      // No undo for a combination or rotation, which is removed as a whole.
      member.kind === 'FIXED' ? { word: t`Undo`, run: putBack } : undefined,
    )
  }
  const remove = () => change.mutate(takeOff, { onError: failed })
  return <IconButton icon={X} label={t`Remove ${member.resource_name}`} onClick={remove} />
}

function ArchiveGroup({ group }: { group: AppResourceGroup }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useResourceChange()
  function archive(is_archived: boolean, isUndo = false) {
    change.mutate(() => changeGroup(group.id, { is_archived }), {
      onSuccess: () =>
        toasts.done(
          is_archived ? t`${group.name} archived` : t`${group.name} restored`,
          isUndo ? undefined : { word: t`Undo`, run: () => archive(!is_archived, true) },
        ),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }
  const icon = group.is_archived ? ArchiveRestore : Archive
  return (
    <Button variant="ghost" icon={icon} onClick={() => archive(!group.is_archived)}>
      {group.is_archived ? <Trans>Restore</Trans> : <Trans>Archive</Trans>}
    </Button>
  )
}
