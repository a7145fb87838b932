import type { ResourceRecord } from '@cartage/contract/resources/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useResourceChange } from '../records/resource.queries.ts'
import { usePermission } from '../session/permission.ts'
import { Button, IconButton } from '../ui/button.tsx'
import {
  Archive,
  ArchiveRestore,
  CalendarOff,
  MoreHorizontal,
  Printer,
  Smartphone,
  Upload,
  UserX,
} from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { archiveResource } from './queries.ts'

const DriverPageDialog = lazy(async () => ({ default: (await import('./driver-page.dialog.tsx')).DriverPageDialog }))

const DriverCardDialog = lazy(async () => ({ default: (await import('./driver-card.dialog.tsx')).DriverCardDialog }))

const AwayDialog = lazy(async () => ({ default: (await import('./away.dialog.tsx')).AwayDialog }))

const DayListDialog = lazy(async () => ({ default: (await import('../papers/day-list.dialog.tsx')).DayListDialog }))

/** Actions on a resource. */
export function ResourceActions({ record }: { record: ResourceRecord }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const mayWrite = usePermission('resource.write')
  const archive = useArchive(record)
  const { is_archived: isArchived } = record
  const name = String(record.resource.name)
  const hasDriverPage = usePermission('dispatch.write') && record.resource.type === 'DRIVER' && !isArchived
  const [isLinking, setLinking] = useState(false)
  const hasDayList = usePermission('trip.read') && record.resource.type === 'DRIVER'
  const [isPrinting, setPrinting] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const [isAway, setAway] = useState(false)
  const isDriver = record.resource.type === 'DRIVER'
  return (
    <>
      {hasDriverPage && (
        <Button variant="ghost" icon={Smartphone} onClick={() => setLinking(true)}>
          <Trans>Driver’s page</Trans>
        </Button>
      )}
      {isLinking && (
        <LateDialog>
          <DriverPageDialog resourceId={String(record.resource.id)} name={name} onClose={() => setLinking(false)} />
        </LateDialog>
      )}
      {hasDayList && (
        <Button variant="ghost" icon={Printer} onClick={() => setPrinting(true)}>
          <Trans>Day list</Trans>
        </Button>
      )}
      {isPrinting && (
        <LateDialog>
          <DayListDialog resourceId={String(record.resource.id)} name={name} onClose={() => setPrinting(false)} />
        </LateDialog>
      )}
      {isUploading && (
        <LateDialog>
          <DriverCardDialog onClose={() => setUploading(false)} />
        </LateDialog>
      )}
      {mayWrite && isDriver && !isArchived && (
        <Button variant="ghost" icon={UserX} onClick={() => setAway(true)}>
          <Trans>Away today…</Trans>
        </Button>
      )}
      {isAway && (
        <LateDialog>
          <AwayDialog record={record} onClose={() => setAway(false)} />
        </LateDialog>
      )}
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
          {record.resource.type === 'DRIVER' && (
            <MenuItem icon={Upload} onSelect={() => setUploading(true)}>
              <Trans>Upload driver card</Trans>
            </MenuItem>
          )}
          <MenuItem icon={isArchived ? ArchiveRestore : Archive} onSelect={() => archive(!isArchived)}>
            {isArchived ? <Trans>Restore</Trans> : <Trans>Archive</Trans>}
          </MenuItem>
        </Menu>
      )}
    </>
  )
}

/** Archives or restores a resource, each with an undo (RES-11). */
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
