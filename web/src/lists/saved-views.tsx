import type { SavedView } from '@cartage/contract/app/saved-views'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { IconButton } from '../ui/button.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Plus, Trash2, Users } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { Menu, MenuItem, MenuLine, MenuTitle } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { Bookmark, Share2 } from './icons.tsx'
import { savedViewsQuery, useViewAction, type ViewAction } from './saved-views.queries.ts'

interface SavedViewsProps {
  /** Name of the list. */
  screen: string
  /** Current query string of the list. */
  search: string
  onOpen: (search: string) => void
}

/** Saved views of a list: open, save the current one, share and remove. */
export function SavedViewsMenu({ screen, search, onOpen }: SavedViewsProps) {
  const { t } = useLingui()
  const toasts = useToasts()
  const views = useQuery(savedViewsQuery(screen)).data?.items ?? []
  const action = useViewAction(screen)
  const [isSaving, setIsSaving] = useState(false)
  const open = views.find((view) => view.search === search)

  function run(what: ViewAction, done: string) {
    action.mutate(what, { onSuccess: () => toasts.done(done), onError: (error) => toasts.failed(failureOf(error)) })
  }

  return (
    <>
      <Menu align="start" trigger={<IconButton icon={Bookmark} label={t`Saved views`} />}>
        {views.length > 0 && (
          <MenuTitle>
            <Trans>Saved views</Trans>
          </MenuTitle>
        )}
        {views.map((view) => (
          <MenuItem
            key={view.saved_view_id}
            icon={view.is_shared ? Users : Bookmark}
            onSelect={() => onOpen(view.search)}
          >
            {view.name}
          </MenuItem>
        ))}
        {views.length > 0 && <MenuLine />}
        <MenuItem icon={Plus} onSelect={() => setIsSaving(true)}>
          <Trans>Save this view…</Trans>
        </MenuItem>
        {open?.is_own && <OwnView view={open} onRun={run} />}
      </Menu>
      <SaveDialog
        isOpen={isSaving}
        onClose={() => setIsSaving(false)}
        onSave={(name, is_shared) => {
          setIsSaving(false)
          run({ kind: 'save', name, search, is_shared }, t`View “${name}” saved`)
        }}
      />
    </>
  )
}

function OwnView({ view, onRun }: { view: SavedView; onRun: (action: ViewAction, done: string) => void }) {
  const { t } = useLingui()
  const { saved_view_id: id, name, is_shared } = view
  return (
    <>
      <MenuItem
        icon={Share2}
        onSelect={() =>
          onRun(
            { kind: 'share', id, is_shared: !is_shared },
            is_shared ? t`“${name}” is now private` : t`“${name}” is now shared`,
          )
        }
      >
        {is_shared ? <Trans>Make “{name}” private</Trans> : <Trans>Share “{name}” with everyone</Trans>}
      </MenuItem>
      <MenuItem icon={Trash2} isDangerous onSelect={() => onRun({ kind: 'remove', id }, t`View “${name}” removed`)}>
        <Trans>Remove “{name}”</Trans>
      </MenuItem>
    </>
  )
}

function SaveDialog({
  isOpen,
  onClose,
  onSave,
}: {
  isOpen: boolean
  onClose: () => void
  onSave: (name: string, isShared: boolean) => void
}) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const [isMissing, setIsMissing] = useState(false)

  function submit() {
    if (name.trim() === '') return setIsMissing(true)
    onSave(name.trim(), isShared)
    setName('')
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t`Save this view`}
      text={t`Saves filters and sorting, not the rows.`}
    >
      <Form
        label={t`Save this view`}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Save</Trans>} back={<Trans>Close</Trans>} onClose={onClose} />}
      >
        <TextField
          label={t`Name`}
          fault={isMissing && name.trim() === '' ? t`Enter a name.` : undefined}
          maxLength={60}
          value={name}
          onChange={setName}
        />
        <div className="pt-2">
          <CheckField isOn={isShared} onChange={setIsShared}>
            <Trans>Share with everyone</Trans>
          </CheckField>
        </div>
      </Form>
    </Dialog>
  )
}
