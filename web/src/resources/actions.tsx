import type { ResourceRecord } from '@cartage/contract/resources/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { failureOf } from '../api/failure.ts'
import { useResourceChange } from '../records/resource.queries.ts'
import { usePermission } from '../session/permission.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Archive, ArchiveRestore, CalendarOff, MoreHorizontal } from '../ui/icons.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { archiveResource } from './queries.ts'

/** What can be done with a resource. */
export function ResourceActions({ record }: { record: ResourceRecord }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const mayWrite = usePermission('resource.write')
  const archive = useArchive(record)
  const { is_archived: isArchived } = record
  const name = String(record.resource.name)
  return (
    <>
      {!isArchived && (
        <Button
          variant="ghost"
          icon={CalendarOff}
          onClick={() => void navigate({ to: '/resources/calendar', search: { q: name } })}
        >
          <Trans>Calendar</Trans>
        </Button>
      )}
      {mayWrite && (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}>
          <MenuItem icon={isArchived ? ArchiveRestore : Archive} onSelect={() => archive(!isArchived)}>
            {isArchived ? <Trans>Restore</Trans> : <Trans>Archive</Trans>}
          </MenuItem>
        </Menu>
      )}
    </>
  )
}

/** Takes a resource out of use or brings it back, each with a way back (RES-11). */
function useArchive(record: ResourceRecord) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useResourceChange()
  const name = String(record.resource.name)
  return function archive(willArchive: boolean, isUndo = false) {
    change.mutate(() => archiveResource(String(record.resource.id), willArchive), {
      onSuccess: () =>
        toasts.done(
          willArchive ? t`${name} archived` : t`${name} restored`,
          isUndo ? undefined : { word: t`Undo`, run: () => archive(!willArchive, true) },
        ),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }
}
