import type { User } from '@cartage/contract/auth/app/users'
import { useLingui } from '@lingui/react/macro'
import { useRoleLabel } from '../session/role.labels.ts'
import { IconButton } from '../ui/button.tsx'
import {
  Building2,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  KeyRound,
  Link2,
  MoreHorizontal,
  Pencil,
  ShieldCheck,
  ShieldOff,
} from '../ui/icons.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/overlay/menu.tsx'
import { type BadgeStyle, StatusBadge } from '../ui/status.tsx'
import type { PlainColumn } from '../ui/table/plain-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { MailQuestionMark, UserRoundCheck } from './icons.tsx'

/** The open dialog with its user. */
export type OpenUserDialog = { kind: 'invite' } | { kind: 'edit' | 'disable' | 'factor' | 'connections'; user: User }

/** Actions of a user's menu. */
interface UserMenu {
  ask: (openDialog: OpenUserDialog) => void
  enable: (user: User) => void
  makeLink: (user: User) => void
}

/** Columns of the list of users. */
export function useUserColumns(menu: UserMenu): readonly PlainColumn<User>[] {
  const { t } = useLingui()
  const word = useRoleLabel()
  return [
    {
      id: 'name',
      title: t`Name`,
      cell: (user) => (
        <>
          <span className="block font-medium">{user.name}</span>
          <span className="block text-[12px] text-ink-3">{user.email}</span>
        </>
      ),
    },
    {
      id: 'role',
      title: t`Role`,
      width: 'w-40',
      cell: (user) => (
        <>
          <span className="block">{word(user.role)}</span>
          {user.company_name !== null && <span className="block text-[12px] text-ink-3">{user.company_name}</span>}
        </>
      ),
    },
    { id: 'state', title: t`Status`, width: 'w-32', cell: (user) => <State state={user.state} /> },
    {
      id: 'login',
      title: t`Last sign-in`,
      width: 'w-28',
      cell: (user) =>
        user.last_login_at === null ? (
          <span className="text-ink-3">—</span>
        ) : (
          <RelativeTime instant={user.last_login_at} />
        ),
    },
    {
      id: 'factor',
      title: t`Second factor`,
      width: 'w-32',
      cell: (user) => <Factor isOn={user.has_second_factor} />,
    },
    { id: 'more', title: '', width: 'w-12', cell: (user) => <Actions user={user} menu={menu} /> },
  ]
}

function State({ state }: { state: string }) {
  const { t } = useLingui()
  const badges: Record<string, BadgeStyle> = {
    ACTIVE: { word: t`Active`, tone: 'green', icon: CircleCheck },
    INVITED: { word: t`Invited`, tone: 'blue', icon: MailQuestionMark },
    DISABLED: { word: t({ message: 'Deactivated', context: 'state' }), tone: 'grey', icon: CircleSlash },
  }
  return <StatusBadge badge={badges[state] ?? { word: state, tone: 'grey', icon: CircleHelp }} />
}

function Factor({ isOn }: { isOn: boolean }) {
  const { t } = useLingui()
  const Icon = isOn ? ShieldCheck : ShieldOff
  return (
    <span className={isOn ? 'flex items-center gap-1.5 text-green' : 'flex items-center gap-1.5 text-ink-3'}>
      <Icon size={14} aria-hidden="true" />
      {isOn ? t`On` : t`Off`}
    </span>
  )
}

function Actions({ user, menu }: { user: User; menu: UserMenu }) {
  const { t } = useLingui()
  const isOut = user.state === 'DISABLED'
  return (
    <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More for ${user.name}`} />}>
      <MenuItem icon={Pencil} onSelect={() => menu.ask({ kind: 'edit', user })}>
        {t`Edit name and role…`}
      </MenuItem>
      {!isOut && (
        <MenuItem icon={user.state === 'INVITED' ? Link2 : KeyRound} onSelect={() => menu.makeLink(user)}>
          {user.state === 'INVITED' ? t`New invitation link` : t`Password reset link`}
        </MenuItem>
      )}
      {user.has_second_factor && (
        <MenuItem icon={ShieldOff} onSelect={() => menu.ask({ kind: 'factor', user })}>
          {t`Turn off second factor…`}
        </MenuItem>
      )}
      {user.connections.length > 0 && (
        <MenuItem icon={Building2} onSelect={() => menu.ask({ kind: 'connections', user })}>
          {t`Sign-in providers…`}
        </MenuItem>
      )}
      <MenuLine />
      {isOut ? (
        <MenuItem icon={UserRoundCheck} onSelect={() => menu.enable(user)}>
          {t`Reactivate`}
        </MenuItem>
      ) : (
        <MenuItem icon={CircleSlash} isDangerous onSelect={() => menu.ask({ kind: 'disable', user })}>
          {t`Deactivate…`}
        </MenuItem>
      )}
    </Menu>
  )
}
