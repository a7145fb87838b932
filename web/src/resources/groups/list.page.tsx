import type { AppResourceGroup } from '@cartage/contract/resources/app/groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { Plus, Users } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { GroupDialog } from './group.dialog.tsx'
import { GroupMembers } from './members.list.tsx'
import { allGroupsQuery } from './queries.ts'

const groupsRoute = getRouteApi('/shell/resources/groups')

/** Groups of resources: the list on the left, members of the open group on the right. */
export function GroupsPage() {
  const { t } = useLingui()
  usePageTitle(t`Groups`)
  const { group: chosen, archived: showsArchived = false } = groupsRoute.useSearch()
  const navigate = useNavigate()
  const mayWrite = usePermission('resource.write')
  const query = useQuery(allGroupsQuery)
  const [isMaking, setIsMaking] = useState(false)
  const groups = query.data?.items.filter((one) => showsArchived || !one.is_archived) ?? []
  const open = query.data?.items.find(({ id }) => id === chosen) ?? groups[0]
  const show = (group: string) => void navigate({ to: '/resources/groups', search: { group }, replace: true })
  const make = mayWrite && (
    <Button variant="brand" icon={Plus} onClick={() => setIsMaking(true)}>
      <Trans>New group</Trans>
    </Button>
  )
  return (
    <>
      <PageHeader title={t`Groups`} actions={make}>
        <CheckField
          isOn={showsArchived}
          onChange={(archived) =>
            void navigate({
              to: '/resources/groups',
              search: { ...(chosen && { group: chosen }), ...(archived && { archived }) },
              replace: true,
            })
          }
        >
          <Trans>Show archived</Trans>
        </CheckField>
      </PageHeader>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 || !open ? (
            <EmptyState
              icon={Users}
              title={t`No groups yet`}
              text={t`Groups let you plan resources together: by region, type of work or team.`}
            />
          ) : (
            <div className="flex min-h-0 flex-1 max-sm:flex-col max-sm:overflow-y-auto">
              <GroupList groups={groups} openId={open.id} />
              <GroupMembers key={open.id} group={open} />
            </div>
          )
        }
      </Loaded>
      {isMaking && <GroupDialog onClose={() => setIsMaking(false)} onCreated={show} />}
    </>
  )
}

function GroupList({ groups, openId }: { groups: readonly AppResourceGroup[]; openId: string }) {
  const { t } = useLingui()
  return (
    <nav
      aria-label={t`Groups`}
      className="w-64 shrink-0 overflow-y-auto border-r border-line p-2 max-sm:max-h-48 max-sm:w-full max-sm:border-r-0 max-sm:border-b"
    >
      {groups.map((group) => (
        <Link
          key={group.id}
          to="/resources/groups"
          search={(before) => ({ ...before, group: group.id })}
          replace
          aria-current={group.id === openId ? 'page' : undefined}
          className={classNames(
            'flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-hover',
            group.id === openId && 'bg-pressed font-medium',
            group.is_archived && 'text-ink-3',
          )}
        >
          <span className="min-w-0 flex-1 truncate">{group.name}</span>
          <span className="tnum text-[12px] text-ink-2">{group.resource_count}</span>
        </Link>
      ))}
    </nav>
  )
}
