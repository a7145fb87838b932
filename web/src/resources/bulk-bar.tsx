import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type Bulk, BulkBar, BulkButton } from '../lists/bulk-bar.tsx'
import { groupsQuery } from '../records/resource.queries.ts'
import { Button } from '../ui/button.tsx'
import { Archive, ArchiveRestore, Users, UserX } from '../ui/icons.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/overlay/menu.tsx'
import type { Selection } from '../ui/table/selection.ts'
import { changeResourcesAtOnce } from './queries.ts'

/** Actions on the selected resources. */
export function ResourceBulkBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} kinds={['resource']}>
      {(bulk) => <Actions bulk={bulk} />}
    </BulkBar>
  )
}

function Actions({ bulk }: { bulk: Bulk }) {
  const { t } = useLingui()
  const groups = useQuery(groupsQuery).data ?? []
  const put = (resource_group_id: string | null) =>
    bulk.run((ids) => changeResourcesAtOnce({ action: 'group', resource_group_id, ids }))
  return (
    <>
      <Menu
        trigger={
          <Button icon={Users} disabled={bulk.isTooMuch} isBusy={bulk.isBusy}>
            <Trans>Add to group</Trans>
          </Button>
        }
      >
        {groups.map((group) => (
          <MenuItem key={group.id} onSelect={() => put(group.id)}>
            {group.name}
          </MenuItem>
        ))}
        {groups.length > 0 && <MenuLine />}
        <MenuItem icon={UserX} onSelect={() => put(null)}>
          {t`No fixed group`}
        </MenuItem>
      </Menu>
      <BulkButton
        bulk={bulk}
        icon={Archive}
        onClick={() => bulk.run((ids) => changeResourcesAtOnce({ action: 'archive', ids }))}
      >
        <Trans>Archive</Trans>
      </BulkButton>
      <BulkButton
        bulk={bulk}
        icon={ArchiveRestore}
        onClick={() => bulk.run((ids) => changeResourcesAtOnce({ action: 'restore', ids }))}
      >
        <Trans>Restore</Trans>
      </BulkButton>
    </>
  )
}
