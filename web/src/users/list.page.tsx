import type { User, UserLink } from '@cartage/contract/auth/app/users'
import { plainText } from '@cartage/contract/reading/fold'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { SettingsBody } from '../settings/page-body.tsx'
import { Button } from '../ui/button.tsx'
import { UserPlus } from '../ui/icons.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { TabPanel, Tabs } from '../ui/page/tabs.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import { ConnectionsDialog } from './connections.dialog.tsx'
import { type OpenUserDialog, useUserColumns } from './list.columns.tsx'
import { usersQuery, useUserActions } from './queries.ts'
import { RolesTable } from './roles-table.tsx'
import { InviteDialog, LinkDialog, UserDialog } from './user.dialog.tsx'

const usersRoute = getRouteApi('/shell/settings/users')

/** Users of the tenant, and the permissions of their roles. */
export function UsersPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { tab = 'people' } = usersRoute.useSearch()
  const [openDialog, setOpenDialog] = useState<OpenUserDialog>()
  const choose = (value: string) =>
    void navigate({ to: '/settings/users', search: { tab: value as 'people' | 'roles' }, replace: true })
  return (
    <SettingsBody
      title={t`Users and roles`}
      text={<Trans>People with access. Each has one role.</Trans>}
      permission="user.write"
      actions={
        <Button variant="brand" icon={UserPlus} onClick={() => setOpenDialog({ kind: 'invite' })}>
          <Trans>Invite</Trans>
        </Button>
      }
    >
      <Tabs
        tabs={[
          { value: 'people', title: t`People` },
          { value: 'roles', title: t`Permissions` },
        ]}
        value={tab}
        onChange={choose}
      >
        <TabPanel value="people">
          <People openDialog={openDialog} ask={setOpenDialog} />
        </TabPanel>
        <TabPanel value="roles">
          <RolesTable />
        </TabPanel>
      </Tabs>
    </SettingsBody>
  )
}

function People({
  openDialog,
  ask,
}: {
  openDialog: OpenUserDialog | undefined
  ask: (openDialog: OpenUserDialog | undefined) => void
}) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const mayWrite = usePermission('user.write')
  const query = useQuery({ ...usersQuery, enabled: mayWrite })
  const commands = useUserActions()
  const announced = useAnnouncedDeeds(commands)
  const [shown, setShown] = useState<{ link: UserLink; name: string }>()
  const { q = '' } = usersRoute.useSearch()
  const rows = useMemo(() => query.data?.items.filter((user) => fits(user, q)), [query.data, q])
  const columns = useUserColumns({
    ask,
    enable: (user) => announced.setDisabled(user, false),
    makeLink: (user) => announced.createLink(user, (link) => setShown({ link, name: user.name })),
  })
  return (
    <div className="grid gap-3 pt-4">
      <SearchField
        value={q}
        placeholder={t`Name or e-mail…`}
        onChange={(text) => void navigate({ to: '/settings/users', search: { q: text || undefined }, replace: true })}
      />
      {query.error !== null && rows === undefined ? (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      ) : (
        <PlainTable
          label={t`Users`}
          columns={columns}
          rows={rows}
          keyOf={(user) => user.user_id}
          isFaded={(user) => user.state === 'DISABLED'}
        />
      )}
      <UserDialogs openDialog={openDialog} ask={ask} commands={commands} announced={announced} onInvited={setShown} />
      {shown && (
        <LinkDialog
          link={shown.link}
          name={shown.name}
          onClose={() => {
            setShown(undefined)
            // The user may have used it meanwhile.
            void query.refetch()
          }}
        />
      )}
    </div>
  )
}

/** Actions on a user without a form. A toast reports the result. */
function useAnnouncedDeeds(commands: ReturnType<typeof useUserActions>) {
  const { t } = useLingui()
  const toasts = useToasts()
  const onError = (error: Error) => toasts.failed(failureOf(error))
  return {
    setDisabled: (user: User, is_disabled: boolean) =>
      commands.change.mutate(
        { id: user.user_id, is_disabled },
        {
          onSuccess: () => toasts.done(is_disabled ? t`${user.name} deactivated` : t`${user.name} reactivated`),
          onError,
        },
      ),
    removeFactor: ({ user_id, name }: User) =>
      commands.removeFactor.mutate(user_id, {
        onSuccess: () => toasts.done(t`Second factor of ${name} turned off`),
        onError,
      }),
    createLink: ({ user_id }: User, onSuccess: (link: UserLink) => void) =>
      commands.link.mutate(user_id, { onSuccess, onError }),
  }
}

/** Dialogs before a user is invited, edited, deactivated or loses the second factor. */
function UserDialogs({
  openDialog,
  ask,
  commands,
  announced,
  onInvited,
}: {
  openDialog: OpenUserDialog | undefined
  ask: (openDialog: OpenUserDialog | undefined) => void
  commands: ReturnType<typeof useUserActions>
  announced: ReturnType<typeof useAnnouncedDeeds>
  onInvited: (shown: { link: UserLink; name: string }) => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const close = () => {
    commands.invite.reset()
    commands.change.reset()
    ask(undefined)
  }
  return (
    <>
      {openDialog?.kind === 'invite' && (
        <InviteDialog
          invite={commands.invite}
          onClose={close}
          onInvited={(link, name) => {
            close()
            onInvited({ link, name })
          }}
        />
      )}
      {openDialog?.kind === 'edit' && (
        <UserDialog
          user={openDialog.user}
          change={commands.change}
          onClose={close}
          onChanged={() => {
            toasts.done(t`${openDialog.user.name} updated`)
            close()
          }}
        />
      )}
      {openDialog?.kind === 'connections' && (
        <ConnectionsDialog userId={openDialog.user.user_id} commands={commands} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={openDialog?.kind === 'disable'}
        title={openDialog?.kind === 'disable' ? t`Deactivate ${openDialog.user.name}?` : ''}
        text={t`All their sessions end immediately. You can reactivate the account later.`}
        verb={t`Deactivate`}
        onClose={close}
        onConfirm={() => {
          if (openDialog?.kind === 'disable') announced.setDisabled(openDialog.user, true)
          // Not `close`, which drops a pending action: its result must still be announced.
          ask(undefined)
        }}
      />
      <ConfirmDialog
        isOpen={openDialog?.kind === 'factor'}
        title={openDialog?.kind === 'factor' ? t`Turn off second factor for ${openDialog.user.name}?` : ''}
        text={t`For a lost phone. The password alone is enough until they set it up again.`}
        verb={t`Turn off`}
        onClose={close}
        onConfirm={() => {
          if (openDialog?.kind === 'factor') announced.removeFactor(openDialog.user)
          close()
        }}
      />
    </>
  )
}

function fits({ name, email }: User, text: string): boolean {
  return plainText(`${name} ${email}`).includes(plainText(text))
}
