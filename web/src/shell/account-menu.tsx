import type { Session } from '@cartage/contract/app/session'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useLogout } from '../session/session.queries.ts'
import { failureOf } from './failure.ts'
import { initialsOf, roleWord } from './person.ts'
import { chooseTheme, type ThemeChoice, themeChoices, useThemeChoice } from './theme.ts'

/** The foot of the sidebar: theme, the person, and the way out. */
export function AccountMenu({ user, isNarrow }: { user: Session['user']; isNarrow: boolean }) {
  const logout = useLogout()
  const navigate = useNavigate()

  function signOut() {
    logout.mutate(undefined, { onSuccess: () => navigate({ to: '/login' }) })
  }

  return (
    <div className="flex flex-col gap-2 border-t border-line pt-2">
      <ThemeSwitch isNarrow={isNarrow} />
      {logout.isError && (
        <p role="alert" className="px-2 text-[12px] text-red">
          Still signed in. {failureOf(logout.error).message}
        </p>
      )}
      <div className={`flex items-center gap-2 ${isNarrow ? 'flex-col' : 'pl-1.5'}`}>
        <span
          className="grid size-6 shrink-0 place-items-center rounded-full bg-brand text-[10px] font-semibold text-on-brand"
          aria-hidden="true"
        >
          {initialsOf(user.name)}
        </span>
        {!isNarrow && (
          <div className="min-w-0 flex-1" title={user.email}>
            <p className="truncate font-medium leading-4">{user.name}</p>
            <p className="truncate text-[11px] leading-[14px] text-ink-3">{roleWord(user.role)}</p>
          </div>
        )}
        <button
          type="button"
          className="btn btn-ghost btn-icon"
          onClick={signOut}
          aria-label="Sign out"
          title="Sign out"
        >
          <LogOut size={14} aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}

const themeLook: Record<ThemeChoice, { icon: LucideIcon; word: string }> = {
  system: { icon: Monitor, word: 'As the system' },
  light: { icon: Sun, word: 'Light' },
  dark: { icon: Moon, word: 'Dark' },
}

function ThemeSwitch({ isNarrow }: { isNarrow: boolean }) {
  const choice = useThemeChoice()
  return (
    <fieldset className={`flex ${isNarrow ? 'flex-col' : ''}`}>
      <legend className="sr-only">Theme</legend>
      {themeChoices.map((theme) => {
        const { icon: Icon, word } = themeLook[theme]
        return (
          <label key={theme} title={`${word}  ⇧D`} className="theme-choice">
            <input
              type="radio"
              name="theme"
              className="sr-only"
              checked={choice === theme}
              onChange={() => chooseTheme(theme)}
              aria-label={word}
            />
            <Icon size={14} aria-hidden="true" />
          </label>
        )
      })}
    </fieldset>
  )
}
