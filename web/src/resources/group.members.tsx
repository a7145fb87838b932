import type { AppResourceGroup, GroupMember } from '@cartage/contract/app/resource-groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive, ArchiveRestore, UserPlus, Users, X } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '../records/loaded.tsx'
import { orSay } from '../records/save.ts'
import { usePermission } from '../session/permission.ts'
import { failureOf } from '../shell/failure.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { EditableProperty, Properties } from '../ui/properties.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { AllocationDialog } from './allocation.dialog.tsx'
import { AllocationDays, AllocationKind } from './allocation-looks.tsx'
import { addAllocation, changeGroup, membersQuery, takeBack } from './groups.queries.ts'
import { ResourceType } from './resource-looks.tsx'
import { useResourceChange } from './resources.queries.ts'

/** One group: its name, and who is in it from when to when. */
export function GroupMembers({ group }: { group: AppResourceGroup }) {
  const { t } = useLingui()
  const mayWrite = usePermission('resource.write')
  const change = useResourceChange()
  const query = useQuery(membersQuery(group.id))
  const [isAdding, setIsAdding] = useState(false)
  const isEditable = mayWrite && !group.is_archived
  const save = (body: object) => orSay(change.mutateAsync(() => changeGroup(group.id, body)))
  return (
    <section className="min-w-0 flex-1 overflow-y-auto px-4 py-3" aria-label={group.name}>
      <div className="flex max-w-[860px] items-start gap-4 pb-3">
        <div className="w-80">
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
        <span className="flex-1" />
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
            <EmptyState icon={Users} title={t`Nobody is in it`} text={t`Add drivers, vehicles or trailers.`} />
          ) : (
            <ul className="max-w-[860px]">
              {items.map((one) => (
                <Member key={one.id} member={one} isEditable={isEditable} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <AllocationDialog group={group} onClose={() => setIsAdding(false)} />}
    </section>
  )
}

function Member({ member, isEditable }: { member: GroupMember; isEditable: boolean }) {
  const { t } = useLingui()
  const tell = useToasts()
  const change = useResourceChange()
  const { resource_id, resource_group_id, starts_on, ends_on } = member
  const failed = (error: unknown) => tell.failed(failureOf(error))
  const putBack = () =>
    change.mutate(() => addAllocation({ kind: 'FIXED', resource_id, resource_group_id, starts_on, ends_on }), {
      onError: failed,
    })
  // Told as part of the work: this line is gone from the screen when it has succeeded.
  const takeOff = async () => {
    await takeBack(member.id)
    tell.done(
      t`${member.resource_name} is out of ${member.resource_group_name}`,
      // A combination or a rotation goes as a whole and is made anew as a whole.
      member.kind === 'FIXED' ? { word: t`Undo`, run: putBack } : undefined,
    )
  }
  const remove = () => change.mutate(takeOff, { onError: failed })
  return (
    <li className="flex min-h-9 items-center gap-3 border-b border-line">
      <Link
        to="/resources/$resourceId"
        params={{ resourceId: resource_id }}
        className="hover:underline w-56 truncate font-medium"
      >
        {member.resource_name}
      </Link>
      <span className="w-32">
        <ResourceType type={member.resource_type} />
      </span>
      <span className="tnum w-24 truncate text-ink-2">{member.license_plate}</span>
      <span className="w-36 text-ink-2">
        <AllocationKind kind={member.kind} />
      </span>
      <span className="tnum min-w-0 flex-1 text-ink-2">
        <AllocationDays allocation={member} isEditable={isEditable} />
      </span>
      {isEditable && <IconButton icon={X} label={t`Take off ${member.resource_name}`} onClick={remove} />}
    </li>
  )
}

function ArchiveGroup({ group }: { group: AppResourceGroup }) {
  const { t } = useLingui()
  const tell = useToasts()
  const change = useResourceChange()
  function archive(is_archived: boolean, isUndo = false) {
    change.mutate(() => changeGroup(group.id, { is_archived }), {
      onSuccess: () =>
        tell.done(
          is_archived ? t`${group.name} is archived` : t`${group.name} is back in use`,
          isUndo ? undefined : { word: t`Undo`, run: () => archive(!is_archived, true) },
        ),
      onError: (error) => tell.failed(failureOf(error)),
    })
  }
  const icon = group.is_archived ? ArchiveRestore : Archive
  return (
    <Button variant="ghost" icon={icon} onClick={() => archive(!group.is_archived)}>
      {group.is_archived ? <Trans>Bring back</Trans> : <Trans>Archive</Trans>}
    </Button>
  )
}
