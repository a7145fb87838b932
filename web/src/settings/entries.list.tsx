import { plainText } from '@cartage/contract/reading/fold'
import type { SettingKindName } from '@cartage/contract/tenants/app/kinds'
import type { Setting } from '@cartage/contract/tenants/app/settings'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useLabels } from '../records/code-labels.ts'
import { usePermission } from '../session/permission.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Archive, CircleCheck, ListTree, MoreHorizontal, Pencil, Plus, RotateCcw, Trash2 } from '../ui/icons.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { StatusBadge } from '../ui/status.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import { entryColumns, nameOf } from './entries.columns.tsx'
import { choiceLabels } from './form/choice.labels.ts'
import { useSettingLabel } from './form/member.labels.ts'
import { settingKindLabels } from './kind.labels.ts'
import { entriesQuery, useEntryActions } from './reference.queries.ts'

const referenceRoute = getRouteApi('/shell/settings/reference')

// Loaded on first use.
const EntryDialog = lazy(async () => ({ default: (await import('./entry.dialog.tsx')).EntryDialog }))
const TryTaxDialog = lazy(async () => ({ default: (await import('./try-tax.dialog.tsx')).TryTaxDialog }))

type OpenDialog = { kind: 'save'; entry: Setting | undefined } | { kind: 'remove'; entry: Setting }

/** Entries of one kind with all their actions. */
export function EntriesPanel({ kind }: { kind: SettingKindName }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const mayWrite = usePermission('setting.write')
  const { q = '', archived = false } = referenceRoute.useSearch()
  const query = useQuery(entriesQuery(kind))
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const run = useActions(kind)
  const all = query.data?.items
  const rows = all?.filter((entry) => (archived || !entry.is_archived) && fits(entry, q))
  const columns = useColumns(kind, mayWrite, setOpenDialog, run)
  const change = (members: { q?: string | undefined; archived?: boolean | undefined }) =>
    void navigate({ to: '/settings/reference', search: (before) => ({ ...before, kind, ...members }), replace: true })
  return (
    <section className="grid min-w-0 content-start gap-3" aria-label={t(settingKindLabels[kind].title)}>
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{t(settingKindLabels[kind].title)}</h3>
          <p className="text-ink-2">{t(settingKindLabels[kind].text)}</p>
        </div>
        {kind === 'tax_rates' && <TryTax />}
        {mayWrite && (
          <Button variant="brand" icon={Plus} onClick={() => setOpenDialog({ kind: 'save', entry: undefined })}>
            <Trans>Add</Trans>
          </Button>
        )}
      </div>
      <div className="flex items-center gap-4">
        <SearchField value={q} placeholder={t`Code or name…`} onChange={(text) => change({ q: text || undefined })} />
        <CheckField isOn={archived} onChange={(isOn) => change({ archived: isOn || undefined })}>
          <Trans>Show archived</Trans>
        </CheckField>
        <span className="tnum flex-1 text-right text-ink-3">{rows?.length}</span>
      </div>
      {query.error !== null && all === undefined ? (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState
          icon={ListTree}
          title={q === '' ? t`No entries yet` : t`No results`}
          text={
            q === ''
              ? t`Add the first entry. Orders and documents can use it immediately.`
              : t`Search by part of a code or name.`
          }
        />
      ) : (
        <PlainTable
          label={t(settingKindLabels[kind].title)}
          columns={columns}
          rows={rows}
          keyOf={(entry) => entry.setting_id}
          isFaded={(entry) => entry.is_archived}
        />
      )}
      {openDialog?.kind === 'save' && (
        <LateDialog>
          <EntryDialog kind={kind} entry={openDialog.entry} onClose={() => setOpenDialog(undefined)} />
        </LateDialog>
      )}
      <ConfirmDialog
        isOpen={openDialog?.kind === 'remove'}
        title={openDialog?.kind === 'remove' ? t`Delete ${nameOf(openDialog.entry)}?` : ''}
        text={t`This cannot be undone. Entries in use cannot be deleted; archive them instead.`}
        verb={t`Delete`}
        onClose={() => setOpenDialog(undefined)}
        onConfirm={() => {
          if (openDialog?.kind === 'remove') run.remove(openDialog.entry)
          setOpenDialog(undefined)
        }}
      />
    </section>
  )
}

/** Tests the tax rules with the current tax rates. */
function TryTax() {
  const isAllowed = usePermission('book.read')
  const [isOpen, setIsOpen] = useState(false)
  if (!isAllowed) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Trans>Try…</Trans>
      </Button>
      {isOpen && (
        <LateDialog>
          <TryTaxDialog onClose={() => setIsOpen(false)} />
        </LateDialog>
      )}
    </>
  )
}

function fits({ values }: Setting, text: string): boolean {
  const words = plainText(`${values.code ?? ''} ${values.name ?? values.label ?? ''}`)
  return words.includes(plainText(text))
}

interface Actions {
  archive: (entry: Setting) => void
  restore: (entry: Setting) => void
  remove: (entry: Setting) => void
}

/** Commands that report their result. Archiving and restoring undo each other. */
function useActions(kind: SettingKindName): Actions {
  const { t } = useLingui()
  const toasts = useToasts()
  const { archive, restore, remove } = useEntryActions(kind)
  const onError = (error: Error) => toasts.failed(failureOf(error))
  const undone = () => toasts.done(t`Undone`)
  return {
    archive: (entry) =>
      archive.mutate(entry.setting_id, {
        onSuccess: () =>
          toasts.done(t`${nameOf(entry)} archived`, {
            word: t`Undo`,
            run: () => restore.mutate(entry.setting_id, { onSuccess: undone, onError }),
          }),
        onError,
      }),
    restore: (entry) =>
      restore.mutate(entry.setting_id, {
        onSuccess: () =>
          toasts.done(t`${nameOf(entry)} restored`, {
            word: t`Undo`,
            run: () => archive.mutate(entry.setting_id, { onSuccess: undone, onError }),
          }),
        onError,
      }),
    remove: (entry) =>
      remove.mutate(entry.setting_id, { onSuccess: () => toasts.done(t`${nameOf(entry)} deleted`), onError }),
  }
}

function useColumns(
  kind: SettingKindName,
  mayWrite: boolean,
  ask: (openDialog: OpenDialog) => void,
  run: Actions,
): readonly PlainColumn<Setting>[] {
  const { t } = useLingui()
  const word = useSettingLabel()
  const choiceLabel = useLabels(choiceLabels)
  const state: PlainColumn<Setting> = {
    id: 'state',
    title: t`Status`,
    width: 'w-26',
    cell: ({ is_archived }) =>
      is_archived ? (
        <StatusBadge badge={{ word: t`Archived`, tone: 'grey', icon: Archive }} />
      ) : (
        <StatusBadge badge={{ word: t`Active`, tone: 'green', icon: CircleCheck }} />
      ),
  }
  const more: PlainColumn<Setting> = {
    id: 'more',
    title: '',
    width: 'w-12',
    cell: (entry) => (
      <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More for ${nameOf(entry)}`} />}>
        {entry.is_archived ? (
          <MenuItem icon={RotateCcw} onSelect={() => run.restore(entry)}>
            {t`Restore`}
          </MenuItem>
        ) : (
          <>
            <MenuItem icon={Pencil} onSelect={() => ask({ kind: 'save', entry })}>
              {t`Edit…`}
            </MenuItem>
            <MenuItem icon={Archive} onSelect={() => run.archive(entry)}>
              {t`Archive`}
            </MenuItem>
          </>
        )}
        <MenuLine />
        <MenuItem icon={Trash2} isDangerous onSelect={() => ask({ kind: 'remove', entry })}>
          {t`Delete…`}
        </MenuItem>
      </Menu>
    ),
  }
  const onEdit = mayWrite ? (entry: Setting) => ask({ kind: 'save', entry }) : undefined
  return [...entryColumns(kind, word, choiceLabel, onEdit), state, ...(mayWrite ? [more] : [])]
}
