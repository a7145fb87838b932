import type { Session } from '@cartage/contract/auth/app/session'
import { languageNames, languages } from '@cartage/contract/reading/languages'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { failureOf } from '../api/failure.ts'
import { density } from '../device/density.ts'
import { language } from '../device/language.ts'
import { chooseTheme, useThemeChoice } from '../device/theme.ts'
import { useLogout } from '../session/queries.ts'
import { useRoleLabel } from '../session/role.labels.ts'
import { classNames } from '../ui/class-names.ts'
import { ChevronsUpDown, CircleUserRound, LogOut, Monitor, Moon, Sun } from '../ui/icons.tsx'
import { Menu, MenuCheck, MenuItem, MenuLine, MenuTitle } from '../ui/overlay/menu.tsx'
import { AddOrganisationItem } from './organisation-menu.tsx'
import { initialsOf } from './person.ts'

/** Bottom of the sidebar: the user, display settings, and sign-out. */
export function AccountMenu({ user, isNarrow }: { user: Session['user']; isNarrow: boolean }) {
  const { t } = useLingui()
  const roleLabel = useRoleLabel()
  const logout = useLogout()
  const navigate = useNavigate()

  function signOut() {
    logout.mutate(undefined, { onSuccess: () => navigate({ to: '/login' }) })
  }

  return (
    <div className="border-t border-line pt-2">
      {logout.isError && (
        <p role="alert" className="px-2 pb-1 text-[12px] text-red">
          <Trans>Could not sign out. {failureOf(logout.error).message}</Trans>
        </p>
      )}
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={isNarrow ? t`Account of ${user.name}` : undefined}
            className={classNames(
              'flex w-full items-center gap-2 rounded-md p-1.5 text-left hover:bg-hover',
              isNarrow && 'justify-center px-0',
            )}
          >
            <span
              className="grid size-6 shrink-0 place-items-center rounded-full bg-brand text-[10px] font-semibold text-on-brand"
              aria-hidden="true"
            >
              {initialsOf(user.name)}
            </span>
            {!isNarrow && (
              <>
                <span className="sr-only">
                  <Trans>Account of</Trans>
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate leading-4 font-medium">{user.name}</span>
                  <span className="block truncate text-[11px] leading-[14px] text-ink-3">{roleLabel(user.role)}</span>
                </span>
                <ChevronsUpDown size={13} className="text-ink-3" aria-hidden="true" />
              </>
            )}
          </button>
        }
      >
        <p className="px-2 py-1 text-[12px] text-ink-3">{user.email}</p>
        <MenuLine />
        <DeviceChoices />
        <MenuLine />
        <MenuItem icon={CircleUserRound} onSelect={() => void navigate({ to: '/account' })}>
          <Trans>Your account</Trans>
        </MenuItem>
        <AddOrganisationItem />
        <MenuItem icon={LogOut} onSelect={signOut}>
          <Trans>Sign out</Trans>
        </MenuItem>
      </Menu>
    </div>
  )
}

/** Theme, density and language of this device. */
function DeviceChoices() {
  const { t } = useLingui()
  const theme = useThemeChoice()
  const spacing = density.use()
  const spoken = language.use()
  const themes = [
    { value: 'system', word: t`System`, icon: Monitor },
    { value: 'light', word: t`Light`, icon: Sun },
    { value: 'dark', word: t`Dark`, icon: Moon },
  ] as const
  return (
    <>
      <MenuTitle>
        <Trans>Theme</Trans>
      </MenuTitle>
      {themes.map(({ value, word }) => (
        <MenuCheck key={value} isOn={theme === value} onChange={() => chooseTheme(value)}>
          {word}
        </MenuCheck>
      ))}
      <MenuCheck
        isOn={spacing === 'compact'}
        onChange={(isCompact) => density.choose(isCompact ? 'compact' : 'normal')}
      >
        <Trans>Compact rows</Trans>
      </MenuCheck>
      <MenuTitle>
        <Trans>Language</Trans>
      </MenuTitle>
      <MenuCheck isOn={spoken === 'browser'} onChange={() => language.choose('browser')}>
        <Trans>Browser language</Trans>
      </MenuCheck>
      {languages.map((one) => (
        <MenuCheck key={one} isOn={spoken === one} onChange={() => language.choose(one)}>
          {languageNames[one]}
        </MenuCheck>
      ))}
    </>
  )
}
